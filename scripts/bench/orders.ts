import pg from 'pg'
import { z } from 'zod'
import type { BenchStudent } from './students.ts'

export type OpenOrder = { intentId: string; clientSecret: string }

const intent = z.object({ paymentIntentId: z.string(), clientSecret: z.string() })

/** An address may open so many orders before its limit is cleared here. */
const AT_ONCE = 20
const BETWEEN_LIMITS = 200

/** Opens an order of one video for each student over REST, as the checkout does; none of them is paid. */
export async function openOrders(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  students: readonly BenchStudent[],
): Promise<OpenOrder[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const orders: OpenOrder[] = []
  try {
    for (let from = 0; from < students.length; from += AT_ONCE) {
      if (from % BETWEEN_LIMITS === 0) await db.query('delete from "rate_limit"')
      orders.push(
        ...(await Promise.all(students.slice(from, from + AT_ONCE).map((one) => openOrder(url, one)))),
      )
    }
  } finally {
    await db.end()
  }
  return orders
}

async function openOrder(url: string, { token }: BenchStudent): Promise<OpenOrder> {
  const answer = await fetch(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ items: { videoIds: [1], bundle: false } }),
  })
  const { paymentIntentId, clientSecret } = intent.parse(await answer.json())
  return { intentId: paymentIntentId, clientSecret }
}

/** Pays an order with a card at the sandbox, as the browser does. */
export async function payOrder(url: string, key: string, order: OpenOrder): Promise<void> {
  const { intentId, clientSecret } = order
  const answer = await fetch(`${url}/dev/stripe/v1/payment_intents/${intentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key,
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
      return_url: url,
    }),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`)
}

/** The key with which a browser speaks to the sandbox. */
export async function publishableKey(url: string): Promise<string> {
  const home = await (await fetch(url)).text()
  return /"publishableKey":"([^"]+)"/.exec(home)?.[1] ?? ''
}
