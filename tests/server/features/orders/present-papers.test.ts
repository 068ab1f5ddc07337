import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAIL_PROPS } from '#emails/props.ts'
import { createIntent } from '#server/features/orders/create-intent.ts'
import { refundOrder } from '#server/features/orders/refund-order.ts'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { creditNoteFactsSchema, invoiceFactsSchema } from '#server/features/papers/documents/facts.ts'
import { pence } from '#shared/money.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function invoiceOf(orderId: string) {
  const { facts } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId, kind: 'invoice' } })
  return invoiceFactsSchema.parse(facts)
}

async function confirmationOf(orderId: string) {
  const { props } = await shop.deps.db.outboxMessage.findFirstOrThrow({
    where: { dedupeKey: `purchase:${orderId}` },
  })
  return EMAIL_PROPS['purchase-confirmation'].omit({ site: true }).parse(props)
}

describe('the documents of an order', () => {
  it.each([
    ['pm_card_visa', 'Card'],
    ['klarna', 'Klarna'],
    ['revolut_pay', 'Revolut Pay'],
  ])('paid with %s say "%s": the invoice, the mail and the credit note', async (method, name) => {
    const admin = await makeAdmin(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.pay(intentId, method)
    await settlePayment(shop.deps, intentId)
    expect((await invoiceOf(orderId)).method).toBe(name)
    expect((await confirmationOf(orderId)).paymentMethod).toBe(name)

    await refundOrder(shop.deps, {
      orderId,
      wish: { amountPence: pence((await invoiceOf(orderId)).totals.grossPence) },
      reason: 'Bought by mistake',
      adminId: admin.id,
      seenBackPence: pence(0),
    })
    const { facts } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId, kind: 'creditNote' } })
    expect(creditNoteFactsSchema.parse(facts).refund?.method).toBe(name)
  })

  it('that cost nothing name no method', async () => {
    const referer = await makeReferer(shop.deps, { discountBps: 10_000 })
    const student = await makeStudent(shop.deps)
    const wish = { studentId: student.id, videoIds: [1], referralCode: referer.code }
    const { order } = await createIntent(shop.deps, wish)
    expect((await invoiceOf(order.id)).method).toBeNull()
    expect((await confirmationOf(order.id)).paymentMethod).toBeNull()
  })
})
