import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelUnpaid, findPendingOrder, isOrderOpen } from '#server/features/checkout/pending-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** A student who was sent on to Klarna, and came back from there or not. */
async function sendToKlarna() {
  const student = await makeStudent(shop.deps)
  const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
  await shop.stripe.paymentIntents.confirm(intentId, {
    payment_method_data: { type: 'klarna' },
    return_url: 'https://shop.example.com',
  })
  return { studentId: student.id, orderId, intentId }
}

it('tells of an order whose payment is on its way, and of no other', async () => {
  const { studentId, orderId, intentId } = await sendToKlarna()
  await syncPayment(shop.deps, intentId)
  expect(await findPendingOrder(shop.deps, studentId)).toBeNull()
  shop.sandbox.controls.comeBack(intentId, 'leave_pending')
  await syncPayment(shop.deps, intentId)
  expect(await findPendingOrder(shop.deps, studentId)).toMatchObject({
    orderId,
    method: 'Klarna',
    total: '120.00',
    videos: [{ videoId: 1 }, { videoId: 2 }],
  })
  const stranger = await makeStudent(shop.deps)
  expect(await findPendingOrder(shop.deps, stranger.id)).toBeNull()
})

it('cancels an order that its buyer left at Klarna, at Stripe too', async () => {
  const { studentId, orderId, intentId } = await sendToKlarna()
  expect(await cancelUnpaid(shop.deps, { studentId, orderId })).toMatchObject({ status: 'cancelled' })
  expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  expect(await cancelUnpaid(shop.deps, { studentId, orderId })).toMatchObject({ status: 'cancelled' })
})

it('leaves a payment alone that Stripe no longer cancels, and says so', async () => {
  const { studentId, orderId, intentId } = await sendToKlarna()
  shop.sandbox.controls.comeBack(intentId, 'leave_pending')
  expect(await cancelUnpaid(shop.deps, { studentId, orderId })).toMatchObject({
    status: 'processing',
    method: 'Klarna',
    message: expect.stringMatching(/^Klarna has not confirmed yet\./),
  })
})

it('fulfils an order that was paid before it could be cancelled', async () => {
  const { studentId, orderId, intentId } = await sendToKlarna()
  shop.sandbox.controls.comeBack(intentId, 'approve')
  expect(await cancelUnpaid(shop.deps, { studentId, orderId })).toMatchObject({ status: 'paid' })
})

it('cancels nothing of another student', async () => {
  const { orderId } = await sendToKlarna()
  const stranger = await makeStudent(shop.deps)
  const asked = cancelUnpaid(shop.deps, { studentId: stranger.id, orderId })
  await expect(asked).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
})

it('an order is open until another cart, its payment or its day takes the place of it', async () => {
  const student = await makeStudent(shop.deps)
  const isOpen = (orderId: string) => isOrderOpen(shop.deps, { studentId: student.id, orderId })
  const first = await shop.order({ student, videoIds: [1, 2] })
  expect(await isOpen(first.orderId)).toBe(true)
  const second = await shop.order({ student, videoIds: [1] })
  expect([await isOpen(first.orderId), await isOpen(second.orderId)]).toEqual([false, true])
  const stranger = await makeStudent(shop.deps)
  expect(await isOrderOpen(shop.deps, { studentId: stranger.id, orderId: second.orderId })).toBe(false)
  shop.deps.clock.advance(24 * 60 * 60_000)
  expect(await isOpen(second.orderId)).toBe(false)
})

it('an order that Klarna decides on is not open to be paid again', async () => {
  const { studentId, orderId, intentId } = await sendToKlarna()
  shop.sandbox.controls.comeBack(intentId, 'leave_pending')
  await syncPayment(shop.deps, intentId)
  expect(await isOrderOpen(shop.deps, { studentId, orderId })).toBe(false)
})
