import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent, createOrder, priceCart } from '#server/features/checkout/create-intent.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { newId } from '#server/infra/ids.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { createPaymentIntentInput } from '#shared/schemas/checkout.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a cart that was paid in another tab since it was priced is not ordered again', async () => {
  const student = await makeBuyer(shop, [1, 2, 3, 4, 5])
  const cart = { studentId: student.id, videoIds: [6, 7], referralCode: null }
  const priced = await priceCart(shop.deps, cart)
  expect(priced.quote.collectionDiscount).toBe('completion')
  const { intentId } = await shop.order({ student, videoIds: [6, 7] })
  await shop.pay(intentId)
  await syncPayment(shop.deps, intentId)

  expect(await createOrder(shop.deps, { studentId: student.id, priced })).toBeNull()
  await expect(createIntent(shop.deps, cart)).rejects.toMatchObject({ code: 'ALREADY_OWNED' })
  expect(await shop.deps.db.order.count({ where: { studentId: student.id, status: 'open' } })).toBe(0)
})

/** A student with so many cancelled orders, the first of them half an hour ago. */
async function studentWithOrders(count: number) {
  const { db, clock } = shop.deps
  const student = await makeStudent(shop.deps)
  const { order } = await createIntent(shop.deps, {
    studentId: student.id,
    videoIds: [1],
    referralCode: null,
  })
  await db.order.update({
    where: { id: order.id },
    data: { status: 'cancelled', cancelledAt: clock.now(), createdAt: addMinutes(clock.now(), -30) },
  })
  const {
    lines: _lines,
    payment: _payment,
    student: _student,
    referer: _referer,
    buyer: _buyer,
    ...same
  } = order
  await db.order.createMany({
    data: Array.from({ length: count - 1 }, () => ({
      ...same,
      id: newId(clock.now()),
      status: 'cancelled',
      cancelledAt: clock.now(),
    })),
  })
  return student
}

describe('a student with many orders', () => {
  it('can create sixty in an hour, and then waits until the first is an hour old', async () => {
    const student = await studentWithOrders(59)
    const wish = { studentId: student.id, videoIds: [2], referralCode: null }
    const sixtieth = await createIntent(shop.deps, wish)
    expect(sixtieth.intent?.status).toBe('open')
    expect((await createIntent(shop.deps, wish)).order.id, 'the same basket is no new order').toBe(
      sixtieth.order.id,
    )

    const other = { ...wish, videoIds: [3] }
    await expect(createIntent(shop.deps, other)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      data: { retryAfterSeconds: 30 * 60 },
    })
    shop.deps.clock.advance(30 * 60_000)
    expect((await createIntent(shop.deps, other)).intent?.status).toBe('open')
  })
})

describe('the name of a referral link', () => {
  it('stays with the order where its code does, cleaned', async () => {
    const referer = await makeReferer(shop.deps)
    const order = async (videoId: number, referralCode: string | null) => {
      const student = await makeStudent(shop.deps)
      const items = { videoIds: [videoId] }
      const { linkName } = createPaymentIntentInput.parse({ items, linkName: 'Spring newsletter' })
      const cart = { studentId: student.id, videoIds: [videoId], referralCode, linkName }
      return (await createIntent(shop.deps, cart)).order.id
    }
    const ids = [await order(1, referer.code), await order(2, null)]
    const rows = await shop.deps.db.order.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
    expect(rows.map(({ linkName }) => linkName)).toEqual(['spring-newsletter', null])
  })
})
