import type { Row } from '../row.ts'
import { addStudents } from '../students.ts'

const AT_ONCE = 100
const LOAD = { connections: AT_ONCE, milliseconds: 3_000 }
const SAVE =
  '{"videoId":1,"progress":12,"completed":false,"positionSeconds":245.5,"watched":[[240,245]],"playSession":"bench","sequence":%n}'

export const row: Row = {
  path: `progress save, ${AT_ONCE} at once`,
  unit: '/s',
  goal: '≥ 0.7, p99 ≤ 40 ms',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('progress', { DATABASE_URL: await bench.database('anchor') })
    const students = await addStudents(shop.databaseUrl, 'watcher', AT_ONCE)
    const asked = students.map(({ id }) => ({ method: 'POST' as const, path: `/${id}`, bodies: [SAVE] }))
    const signedIn = students.map(({ id, token }) => ({
      method: 'POST' as const,
      path: `/api/users/${id}/progress`,
      headers: { authorization: `Bearer ${token}` },
      bodies: [SAVE],
    }))
    return {
      anchor: () => bench.load(anchor, { ...LOAD, requests: asked }),
      ours: () => bench.load(shop, { ...LOAD, requests: signedIn }),
    }
  },
}
