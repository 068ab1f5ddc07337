import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/demo/postgres.ts'
import type { Row, Turn } from '../row.ts'
import { secondsUntilShop } from '../starts.ts'

const MS_PER_SECOND = 1_000

export const row: Row = {
  path: 'empty database → first page (anchor: initdb and start of PostgreSQL)',
  unit: 's',
  goal: '≤ 2 s',
  rounds: 3,
  open: async () => ({
    anchor: () => inFolder(startDatabase),
    ours: () => inFolder(secondsUntilShop),
  }),
}

async function inFolder(measure: (folder: string) => Promise<Turn>): Promise<Turn> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-empty-'))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startDatabase(folder: string): Promise<Turn> {
  const began = performance.now()
  const server = await startPostgres(folder, {})
  const figure = (performance.now() - began) / MS_PER_SECOND
  await server.stop()
  return { figure }
}
