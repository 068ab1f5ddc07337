import type { Row } from '../row.ts'
import { addStudents } from '../students.ts'

const LOAD = { connections: 32, milliseconds: 3_000 }
const STUDENTS = 32

export const row: Row = {
  path: 'dashboard, 7 films, signed in',
  unit: '/s',
  goal: '≥ 0.6',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('dashboard', { DATABASE_URL: shop.databaseUrl })
    const students = await addStudents(shop.databaseUrl, 'reader', STUDENTS)
    const asked = students.map(({ id }) => ({ path: `/${id}` }))
    const signedIn = students.map(({ id, token }) => ({
      path: `/api/users/${id}/dashboard`,
      headers: { authorization: `Bearer ${token}` },
    }))
    return {
      anchor: () => bench.load(anchor, { ...LOAD, requests: asked }),
      ours: () => bench.load(shop, { ...LOAD, requests: signedIn }),
    }
  },
}
