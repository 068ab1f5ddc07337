import type { Row } from '../row.ts'

const LOAD = { connections: 32, milliseconds: 2_000 }

export const row: Row = {
  path: 'GET /api/videos',
  unit: '/s',
  goal: '≥ 0.6',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('buffer', { ANSWER: `${shop.url}/api/videos` })
    return {
      anchor: () => bench.load(anchor, { ...LOAD, requests: [{ path: '/' }] }),
      ours: () => bench.load(shop, { ...LOAD, requests: [{ path: '/api/videos' }] }),
    }
  },
}
