import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProgram, startProgram } from '../programs.ts'
import type { Row } from '../row.ts'
import { secondsUntilPage, secondsUntilShop } from '../starts.ts'

export const row: Row = {
  path: 'second start → first page',
  unit: 's',
  goal: '≤ 1.6 s',
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-again-'))
    await secondsUntilShop(folder)
    return {
      anchor: () => secondsUntilPage(startPage),
      ours: () => secondsUntilShop(folder),
      close: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

async function startPage() {
  const { child, port } = await startProgram('anchors/page.ts')
  return { url: `http://127.0.0.1:${port}`, stop: () => endProgram(child) }
}
