import pg from 'pg'
import { openOrders, payOrder, publishableKey } from '../orders.ts'
import { processorMicros } from '../programs.ts'
import type { Row, Turn } from '../row.ts'
import { addBuyers } from '../students.ts'
import { untilNone, WAITING_EVENTS, WAITING_MAILS } from '../until-none.ts'

const ORDERS = 500
const UNWATCHABLE = `select count(*)::int as "left" from unnest($1::text[]) s
  where not exists (select from "Entitlement" where "studentId" = s)`

export const row: Row = {
  path: `paid → watchable, ${ORDERS} paid at once`,
  unit: '/s',
  goal: '≥ 150/s',
  rounds: 3,
  async open(bench) {
    const shop = await bench.shop()
    const key = await publishableKey(shop.url)
    const db = new pg.Client({ connectionString: shop.databaseUrl })
    await db.connect()
    let turn = 0
    async function ours(): Promise<Turn> {
      turn += 1
      const name = `buyer-${turn}`
      const students = await addBuyers(shop.databaseUrl, name, ORDERS)
      const orders = await openOrders(shop, students)
      const before = processorMicros(shop.pid)
      const began = performance.now()
      await Promise.all(orders.map((order) => payOrder(shop.url, key, order)))
      await untilNone(db, UNWATCHABLE, [students.map(({ id }) => id)])
      const figure = ORDERS / ((performance.now() - began) / 1_000)
      const cpuMicros = (processorMicros(shop.pid) - before) / ORDERS
      await untilNone(db, WAITING_EVENTS)
      await untilNone(db, WAITING_MAILS)
      return { figure, cpuMicros }
    }
    return { ours, close: () => db.end() }
  },
}
