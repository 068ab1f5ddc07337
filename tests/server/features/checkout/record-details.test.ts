import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { presentCheckout } from '#server/features/checkout/present.ts'
import { recordDetails } from '#server/features/checkout/record-details.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const WAITING_FOR_A_ROW = `select 1 from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const consent = { immediateAccess: true, wordingVersion: currentConsentVersion } as const
const buyer = {
  fullName: 'Ann Flyer',
  businessName: null,
  vatNumber: null,
  addressLine1: '1 Hangar Lane',
  addressLine2: null,
  city: 'Duxford',
  postcode: 'CB22 4QR',
  country: 'United Kingdom',
  wantsVatInvoice: true,
}

async function order() {
  const student = await makeStudent(shop.deps)
  return { student, ...(await shop.order({ student, videoIds: [1] })) }
}

describe('the details of a buyer before paying', () => {
  it('are recorded with the wording as shown, and the time', async () => {
    const { student, orderId } = await order()
    await recordDetails(shop.deps, {
      studentId: student.id,
      details: { orderId, consent, buyer, noNews: true },
    })
    expect(await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      consentWording: consentWordings[currentConsentVersion],
      consentAt: shop.deps.clock.now(),
      buyer,
    })
    const { newsOptOutAt } = await shop.deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(newsOptOutAt).toEqual(shop.deps.clock.now())
  })

  it('reach the invoice and the confirmation, with the time of the consent', async () => {
    const { student, orderId, intentId } = await order()
    await recordDetails(shop.deps, {
      studentId: student.id,
      details: { orderId, consent, buyer, noNews: false },
    })
    shop.deps.clock.advance(60 * 60_000)
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const { details } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    expect(details).toMatchObject({
      kind: 'full',
      buyer: {
        name: 'Ann Flyer',
        address: '1 Hangar Lane\nDuxford\nCB22 4QR\nUnited Kingdom',
        vatNumber: null,
      },
      cancellation: 'waived',
    })
    const mail = await shop.deps.db.outboxMessage.findFirstOrThrow({
      where: { dedupeKey: `purchase:${orderId}` },
    })
    expect(mail.props).toMatchObject({
      cancellation: {
        right: 'waived',
        wording: consentWordings[currentConsentVersion],
        agreedAt: '2026-11-21T10:00:00.000Z',
      },
    })
  })

  it('name no recipient after the buyer has removed it', async () => {
    const { student, orderId, intentId } = await order()
    const say = (who: typeof buyer | null) =>
      recordDetails(shop.deps, {
        studentId: student.id,
        details: { orderId, consent, buyer: who, noNews: false },
      })
    const formNow = async () =>
      presentCheckout(
        shop.deps,
        await createIntent(shop.deps, { studentId: student.id, videoIds: [1], referralCode: null }),
      )
    await say(buyer)
    expect(await formNow(), 'what the form shows after a reload').toMatchObject({ orderId, buyer })
    await say(null)
    expect(await formNow()).toMatchObject({ orderId, buyer: null })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const { details } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    expect(details).toMatchObject({ kind: 'simplified', buyer: { name: student.username, address: null } })
  })

  it('wait for a payment that is being fulfilled', async () => {
    const { student, orderId } = await order()
    let answer: Promise<unknown> | undefined
    await shop.deps.db.$transaction(async (tx) => {
      await lockStudentOfOrder(tx, orderId)
      const details = { orderId, consent, buyer, noNews: true }
      answer = recordDetails(shop.deps, { studentId: student.id, details }).catch((error: unknown) => error)
      await expect.poll(() => shop.deps.pool.query(WAITING_FOR_A_ROW)).toMatchObject({ rowCount: 1 })
      await tx.order.update({
        where: { id: orderId },
        data: { status: 'cancelled', cancelledAt: shop.deps.clock.now() },
      })
    })
    expect(await answer).toMatchObject({ code: 'ORDER_NOT_OPEN' })
  })

  it('are optional: an order without them keeps the right to cancel for 14 London days', async () => {
    const { orderId, intentId } = await order()
    const before = shop.deps.clock.now().toISOString()
    // Half past midnight of 20 October in London, in summer time.
    shop.deps.clock.set('2026-10-19T23:30:00.000Z')
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const { details } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    expect(details).toMatchObject({ kind: 'simplified', cancellation: 'kept' })
    const { props } = await shop.deps.db.outboxMessage.findFirstOrThrow({
      where: { dedupeKey: `purchase:${orderId}` },
    })
    expect(props).toMatchObject({ cancellation: { right: 'kept', until: '2026-11-03T23:59:59.999Z' } })
    shop.deps.clock.set(before)
  })

  it('are refused for another student’s order, and for a paid one', async () => {
    const { student, orderId, intentId } = await order()
    const details = { orderId, consent, buyer: null, noNews: true }
    const stranger = await makeStudent(shop.deps)
    await expect(recordDetails(shop.deps, { studentId: stranger.id, details })).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    await expect(recordDetails(shop.deps, { studentId: student.id, details })).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
    })
    const { newsOptOutAt } = await shop.deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(newsOptOutAt, 'a refused call changes nothing').toBeNull()
  })
})
