import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAILS } from '#emails/index.ts'
import { EMAIL_PROPS } from '#emails/props.ts'
import { renderEmail } from '#emails/render.ts'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { creditNoteDetailsSchema, invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { pence } from '#shared/money/money.ts'
import type { VatRates } from '#shared/money/vat-rates.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
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
  const { details } = await shop.deps.db.document.findFirstOrThrow({ where: { orderId, kind: 'invoice' } })
  return invoiceDetailsSchema.parse(details)
}

async function confirmationOf(orderId: string) {
  const { props } = await shop.deps.db.outboxMessage.findFirstOrThrow({
    where: { dedupeKey: `purchase:${orderId}` },
  })
  return EMAIL_PROPS['purchase-confirmation'].omit({ site: true }).parse(props)
}

/** The shop after the seller registered or deregistered for VAT. */
function sellingWith(vatNumber: string | null) {
  const { config } = shop.deps
  const vatRates: VatRates = [{ from: null, rate: vatNumber === null ? 0 : 0.2 }]
  return {
    ...shop.deps,
    config: { ...config, vatRates, seller: { ...config.seller, vatNumber } },
  }
}

async function openWith(vatNumber: string | null) {
  const student = await makeStudent(shop.deps)
  const wish = { studentId: student.id, videoIds: [1], referralCode: null }
  const { order, intent } = await createIntent(sellingWith(vatNumber), wish)
  if (!intent) throw new Error('This order has nothing to pay')
  await shop.pay(intent.intentId)
  return { orderId: order.id, intentId: intent.intentId }
}

describe('an order that is paid after the seller', () => {
  it('deregistered for VAT has its frozen rate and number', async () => {
    const { orderId, intentId } = await openWith('GB999999973')
    await syncPayment(sellingWith(null), intentId)
    const invoice = await invoiceOf(orderId)
    expect(invoice).toMatchObject({ vatRate: 0.2, seller: { vatNumber: 'GB999999973' } })
    expect(invoice.totals.vatPence).toBe(1_000)
    const preview = EMAILS['purchase-confirmation'].preview
    const props = { ...(await confirmationOf(orderId)), site: { ...preview.site, vatNumber: null } }
    expect((await renderEmail('purchase-confirmation', props)).text).toContain('Includes £10.00 VAT at 20%')
  })

  it('registered for VAT has no VAT and no number on its invoice', async () => {
    const { orderId, intentId } = await openWith(null)
    await syncPayment(sellingWith('GB999999973'), intentId)
    const invoice = await invoiceOf(orderId)
    expect(invoice).toMatchObject({ vatRate: 0, seller: { vatNumber: null } })
    expect(invoice.totals.vatPence).toBe(0)
  })
})

describe('a rate of VAT that changes', () => {
  const from = new Date('2026-11-22T00:00:00Z')
  const changing = (rate: number): TestShop['deps'] => {
    const { config } = shop.deps
    return {
      ...shop.deps,
      config: {
        ...config,
        vatRates: [
          { from: null, rate: 0.2 },
          { from, rate },
        ],
      },
    }
  }

  it('is that of the payment, on the invoice, in the order and on a later credit note', async () => {
    const { orderId, intentId } = await openWith('GB999999973')
    const admin = await makeAdmin(shop.deps)
    shop.deps.clock.set('2026-11-22T08:00:00Z')
    await syncPayment(changing(0.25), intentId)
    const invoice = await invoiceOf(orderId)
    expect(invoice).toMatchObject({ vatRate: 0.25, totals: { netPence: 4_800, vatPence: 1_200 } })
    expect(invoice.lines).toMatchObject([{ netPence: 4_800, vatPence: 1_200, grossPence: 6_000 }])
    expect(await confirmationOf(orderId)).toMatchObject({ vatRate: 0.25, vatPence: 1_200, totalPence: 6_000 })
    const { lines, ...order } = await shop.deps.db.order.findUniqueOrThrow({
      where: { id: orderId },
      include: { lines: true },
    })
    expect(order).toMatchObject({ vatBps: 2_500, exVatPence: 4_800, vatPence: 1_200 })
    expect(lines).toMatchObject([{ exVatPence: 4_800, vatPence: 1_200 }])
    const refund = { orderId, wish: { amountPence: pence(1_000) }, reason: 'Half' }
    await refundOrder(changing(0.1), { ...refund, adminId: admin.id, seenBackPence: pence(0) })
    const note = await shop.deps.db.document.findFirstOrThrow({ where: { orderId, kind: 'creditNote' } })
    expect(creditNoteDetailsSchema.parse(note.details)).toMatchObject({
      vatRate: 0.25,
      totals: { netPence: 800, vatPence: 200 },
    })
    shop.deps.clock.set(TEST_NOW)
  })

  it('is asked for again when a cart is priced', async () => {
    const student = await makeStudent(shop.deps)
    shop.deps.clock.set('2026-11-22T00:00:00Z')
    const wish = { studentId: student.id, videoIds: [1], referralCode: null }
    const { order } = await createIntent(changing(0.25), wish)
    expect(order).toMatchObject({ vatBps: 2_500, vatPence: 1_200 })
    shop.deps.clock.set(TEST_NOW)
  })
})

describe('the documents of an order', () => {
  it.each([
    ['pm_card_visa', 'Card'],
    ['klarna', 'Klarna'],
    ['revolut_pay', 'Revolut Pay'],
  ])('paid with %s name "%s": the invoice, the mail and the credit note', async (method, name) => {
    const admin = await makeAdmin(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.pay(intentId, method)
    await syncPayment(shop.deps, intentId)
    expect((await invoiceOf(orderId)).method).toBe(name)
    expect((await confirmationOf(orderId)).paymentMethod).toBe(name)

    await refundOrder(shop.deps, {
      orderId,
      wish: { amountPence: pence((await invoiceOf(orderId)).totals.grossPence) },
      reason: 'Bought by mistake',
      adminId: admin.id,
      seenBackPence: pence(0),
    })
    const { details } = await shop.deps.db.document.findFirstOrThrow({
      where: { orderId, kind: 'creditNote' },
    })
    expect(creditNoteDetailsSchema.parse(details).refund?.method).toBe(name)
  })

  it('of £0 name no method', async () => {
    const referer = await makeReferer(shop.deps, { discountBps: 10_000 })
    const student = await makeStudent(shop.deps)
    const wish = { studentId: student.id, videoIds: [1], referralCode: referer.code }
    const { order } = await createIntent(shop.deps, wish)
    expect((await invoiceOf(order.id)).method).toBeNull()
    expect((await confirmationOf(order.id)).paymentMethod).toBeNull()
  })
})
