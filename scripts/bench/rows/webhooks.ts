import pg from 'pg'
import { WEBHOOK_SECRET } from '../bench.ts'
import { openOrders, payOrder, publishableKey } from '../orders.ts'
import type { Row } from '../row.ts'
import { addBuyers } from '../students.ts'
import { untilNone, WAITING_EVENTS, WAITING_MAILS } from '../until-none.ts'

const SENDERS = 20
const PAYMENTS = 200
const LOAD = { connections: SENDERS, milliseconds: 3_000 }

export const row: Row = {
  path: `webhooks acknowledged, ${SENDERS} senders`,
  unit: '/s',
  goal: '≥ 0.25, p99 ≤ 50 ms',
  async open(bench) {
    const shop = await bench.shop()
    const anchor = await bench.anchor('webhooks', { DATABASE_URL: await bench.database('events') })
    const buyers = await addBuyers(shop.databaseUrl, 'payer', PAYMENTS)
    const db = new pg.Client({ connectionString: shop.databaseUrl })
    await db.connect()
    const isQuiet = async () => {
      await untilNone(db, WAITING_EVENTS)
      await untilNone(db, WAITING_MAILS)
    }
    const orders = await openOrders(shop, buyers)
    const key = await publishableKey(shop.url)
    await Promise.all(orders.map((order) => payOrder(shop.url, key, order)))
    await isQuiet()
    const bodies = orders.map(({ intentId }) => eventOf(intentId))
    const asked = { method: 'POST' as const, bodies }
    const signed = { ...asked, path: '/api/stripe/webhook', webhookSecret: WEBHOOK_SECRET }
    return {
      anchor: () => bench.load(anchor, { ...LOAD, requests: [{ ...asked, path: '/' }] }),
      async ours() {
        const turn = await bench.load(shop, { ...LOAD, requests: [signed] })
        await isQuiet()
        return turn
      },
      close: () => db.end(),
    }
  },
}

/** An event of a payment that was made, as Stripe sends it; the load gives each a number of its own. */
function eventOf(intentId: string): string {
  return JSON.stringify({
    id: 'evt_bench_%n',
    object: 'event',
    api_version: '2026-01-01',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    type: 'charge.updated',
    data: { object: { id: 'ch_bench', object: 'charge', payment_intent: intentId } },
  })
}
