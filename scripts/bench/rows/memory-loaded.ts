import { residentMebibytes } from '../programs.ts'
import type { Row, Turn } from '../row.ts'

const LOAD = { connections: 50, milliseconds: 5_000 }
const PATHS = ['/', '/api/videos', '/support', '/videos/air-law', '/trpc/catalog.list'].map((path) => ({
  path,
}))

export const row: Row = {
  path: 'memory after a load of pages and catalog',
  unit: 'MiB',
  goal: 'flat: as before the load',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('page')
    const after = async (server: { pid: number; port: number }, requests: typeof PATHS): Promise<Turn> => {
      await bench.load(server, { ...LOAD, requests })
      return { figure: residentMebibytes(server.pid) }
    }
    return {
      anchor: () => after(anchor, [{ path: '/' }]),
      ours: () => after(shop, PATHS),
    }
  },
}
