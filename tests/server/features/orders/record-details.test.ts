import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordDetails } from '#server/features/orders/record-details.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

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

describe('what a buyer says before paying', () => {
  it('is kept with the wording as it was shown, and when', async () => {
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

  it('reaches the invoice', async () => {
    const { student, orderId, intentId } = await order()
    await recordDetails(shop.deps, {
      studentId: student.id,
      details: { orderId, consent, buyer, noNews: false },
    })
    await shop.pay(intentId)
    await settlePayment(shop.deps, intentId)
    const { facts } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    expect(facts).toMatchObject({ kind: 'full', buyer: { name: 'Ann Flyer' }, cancellation: 'waived' })
  })

  it('without it an order is fulfilled and keeps its right to cancel', async () => {
    const { orderId, intentId } = await order()
    await shop.pay(intentId)
    await settlePayment(shop.deps, intentId)
    const { facts } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    expect(facts).toMatchObject({ kind: 'simplified', cancellation: 'kept' })
  })

  it('is refused for another student’s order, and for one that is paid', async () => {
    const { student, orderId, intentId } = await order()
    const details = { orderId, consent, buyer: null, noNews: true }
    const stranger = await makeStudent(shop.deps)
    await expect(recordDetails(shop.deps, { studentId: stranger.id, details })).rejects.toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
    await shop.pay(intentId)
    await settlePayment(shop.deps, intentId)
    await expect(recordDetails(shop.deps, { studentId: student.id, details })).rejects.toMatchObject({
      code: 'ORDER_NOT_OPEN',
    })
    const { newsOptOutAt } = await shop.deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(newsOptOutAt, 'a refused call changes nothing').toBeNull()
  })
})
