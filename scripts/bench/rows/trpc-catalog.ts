import type { Row } from '../row.ts'

const LOAD = { connections: 32, milliseconds: 2_000, requests: [{ path: '/trpc/catalog.list' }] }

export const row: Row = {
  path: 'tRPC catalog.list',
  unit: '/s',
  goal: '≥ 0.8',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('trpc-catalog', { ANSWER: `${shop.url}/api/videos` })
    return { anchor: () => bench.load(anchor, LOAD), ours: () => bench.load(shop, LOAD) }
  },
}
