import { setTimeout as pause } from 'node:timers/promises'
import { endProgram, residentMebibytes, startProgram } from '../programs.ts'
import type { Row, Turn } from '../row.ts'
import { startShop } from '../shop.ts'

/** After a start, garbage and prepared code settle. */
const REST_MS = 20_000

export const row: Row = {
  path: 'memory at rest, web and workers in one process',
  unit: 'MiB',
  goal: '≤ 190 MiB',
  rounds: 2,
  open: async (bench) => ({
    async anchor() {
      const { child, pid } = await startProgram('anchors/page.ts')
      return rest(pid, () => endProgram(child))
    },
    async ours() {
      const shop = await startShop({ DATABASE_URL: await bench.database(`rest${Date.now()}`) })
      await fetch(shop.url)
      return rest(shop.pid, shop.stop)
    },
  }),
}

async function rest(pid: number, stop: () => Promise<unknown>): Promise<Turn> {
  await pause(REST_MS)
  const figure = residentMebibytes(pid)
  await stop()
  return { figure }
}
