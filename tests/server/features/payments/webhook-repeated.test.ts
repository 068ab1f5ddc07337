import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { createTestShop, environmentOf, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

const PROCESSES = size(2, 4)
const TIMES = 100

let shop: TestShop
let processes: RunningShop[] = []
beforeAll(async () => {
  shop = await createTestShop()
  shop.deps.clock.set(new Date().toISOString()) // the processes live now
  const env = environmentOf(shop)
  processes = [await startRunningShop(env)]
  const others = Array.from({ length: PROCESSES - 1 }, () => startRunningShop(env))
  processes.push(...(await Promise.all(others)))
}, 600_000)
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await shop.close()
})

/** What must be there once. */
async function traces(orderId: string) {
  const { db } = shop.deps
  return {
    payments: await db.payment.count({ where: { orderId, status: 'paid' } }),
    entitlements: await db.entitlement.count({ where: { orderId } }),
    invoices: await db.document.count({ where: { orderId } }),
    commissions: await db.commission.count({ where: { orderId } }),
    mails: await db.outboxMessage.count({ where: { dedupeKey: `purchase:${orderId}`, status: 'sent' } }),
  }
}

it('one event delivered a hundred times over several processes makes one of everything', async () => {
  const { deps, stripe } = shop
  const referer = await makeReferer(deps)
  const student = await makeStudent(deps)
  const { orderId, intentId } = await shop.order({ student, videoIds: [1], code: referer.code })
  await shop.pay(intentId)
  const { data } = await stripe.events.list({ limit: 10, types: ['payment_intent.succeeded'] })
  const body = JSON.stringify(data[0])
  const signature = stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: 'whsec_of_the_tests',
    timestamp: Math.floor(Date.now() / 1000),
  })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const deliver = (url: string) =>
    fetch(`${url}/api/stripe/webhook`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(120_000),
    })
  const answers = await Promise.all(
    Array.from({ length: TIMES }, (_, turn) => deliver(processes[turn % PROCESSES]?.url ?? '')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await deps.db.stripeEvent.count({ where: { intentId } })).toBe(1)

  const once = { payments: 1, entitlements: 1, invoices: 1, commissions: 1, mails: 1 }
  await expect.poll(() => traces(orderId), { timeout: 120_000 }).toEqual(once)
  await expect
    .poll(() => deps.db.stripeEvent.count({ where: { intentId, processedAt: null } }), { timeout: 60_000 })
    .toBe(0)
  expect(await traces(orderId)).toEqual(once)
  recordReliability('webhook repeated', TIMES, `deliveries over ${PROCESSES} processes`)
}, 300_000)
