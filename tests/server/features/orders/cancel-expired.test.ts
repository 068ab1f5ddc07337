import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelExpired } from '#server/features/orders/cancel-expired.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

const DAY = 24 * 60 * 60_000

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function order() {
  const student = await makeStudent(shop.deps)
  return { student, ...(await shop.order({ student, videoIds: [1] })) }
}
const stored = (id: string) =>
  shop.deps.db.order.findUniqueOrThrow({ where: { id }, select: { status: true, cancelledAt: true } })

describe('an order that nobody pays', () => {
  it('is cancelled after a day, at Stripe as well, and not a moment before', async () => {
    const { orderId, intentId } = await order()
    shop.deps.clock.advance(DAY - 1)
    await cancelExpired(shop.deps)
    expect((await stored(orderId)).status).toBe('open')
    shop.deps.clock.advance(1)
    await Promise.all([cancelExpired(shop.deps), cancelExpired(shop.deps)])
    expect(await stored(orderId)).toEqual({ status: 'cancelled', cancelledAt: shop.deps.clock.now() })
    expect((await shop.deps.payments.findPayment(intentId))?.status).toBe('cancelled')
  })

  it('leaves the student free to order again', async () => {
    const { student, orderId } = await order()
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    expect((await shop.order({ student, videoIds: [1] })).orderId).not.toBe(orderId)
  })

  it('stays open while Stripe does not answer, which three are asked for and not all', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(order))
    shop.deps.clock.advance(DAY)
    let asked = 0
    const payments = {
      ...shop.deps.payments,
      async cancelIntent(): Promise<never> {
        asked++
        throw new Stripe.errors.StripeConnectionError({ message: 'Stripe does not answer' })
      },
    }
    await cancelExpired({ ...shop.deps, payments })
    expect(asked).toBe(3)
    await cancelExpired(shop.deps)
    for (const { orderId } of orders) expect((await stored(orderId)).status).toBe('cancelled')
  })
})

describe('an order that was paid at the last moment', () => {
  it('is fulfilled instead', async () => {
    const { orderId, intentId } = await order()
    await shop.pay(intentId)
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    expect((await stored(orderId)).status).toBe('paid')
    expect(await shop.deps.db.entitlement.count({ where: { orderId } })).toBe(1)
  })
})
