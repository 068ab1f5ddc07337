import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EMAIL_PROPS } from '#emails/props.ts'
import { confirmPayment } from '#server/features/checkout/confirm-payment.ts'
import { invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { renderInvoicePdf } from '#server/features/documents/pdf/invoice.ts'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { sellerAddressMaxLength, sellerNameMaxLength } from '#shared/limits.ts'
import { pence } from '#shared/money/money.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const LONG = { timeout: size(60_000, 60 * 60_000) }

/** Everything that must exist once for one paid order. */
async function traces(orderId: string) {
  const { db } = shop.deps
  return {
    payments: await db.payment.count({ where: { orderId, status: 'paid' } }),
    entitlements: await db.entitlement.count({ where: { orderId } }),
    invoices: await db.document.count({ where: { orderId } }),
    commissions: await db.commission.count({ where: { orderId } }),
    mails: await db.outboxMessage.count({ where: { dedupeKey: `purchase:${orderId}` } }),
  }
}

describe('a paid order', () => {
  it('is fulfilled, rendered and mailed with very long names', async () => {
    const clubName = 'Club '.repeat(40).trim().padEnd(200, '!')
    const referer = await makeReferer(shop.deps, { name: clubName })
    const student = await makeStudent(shop.deps)
    const wish = { student, videoIds: [1, 2, 3, 4, 5, 6, 7], code: referer.code }
    const { orderId, intentId } = await shop.order(wish)
    await shop.pay(intentId)
    const seller = {
      ...shop.deps.config.seller,
      name: 'S'.repeat(sellerNameMaxLength),
      address: 'A'.repeat(sellerAddressMaxLength),
    }
    await syncPayment({ ...shop.deps, config: { ...shop.deps.config, seller } }, intentId)

    const document = await shop.deps.db.document.findFirstOrThrow({ where: { orderId } })
    const details = invoiceDetailsSchema.parse(document.details)
    expect(details).toMatchObject({
      lines: Array.from({ length: 7 }, () => ({ discountLabel: `Complete collection; ${clubName}, 10%` })),
    })
    const pdf = await renderInvoicePdf({ ...details, seller: shop.deps.config.seller })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const { props } = await shop.deps.db.outboxMessage.findFirstOrThrow({
      where: { dedupeKey: `purchase:${orderId}` },
    })
    const mail = EMAIL_PROPS['purchase-confirmation'].omit({ site: true }).parse(props)
    expect(mail.deductions.map(({ label }) => label)).toEqual(['Complete collection', `${clubName}, 10%`])
  })

  it('grants its entitlements, is invoiced, earns its commission and is confirmed by mail', async () => {
    const referer = await makeReferer(shop.deps)
    const buyer = await makeBuyer(shop, [2, 7], referer.code)
    expect(await traces(buyer.orderId)).toEqual({
      payments: 1,
      entitlements: 2,
      invoices: 1,
      commissions: 1,
      mails: 1,
    })

    const order = await shop.deps.db.order.findUniqueOrThrow({
      where: { id: buyer.orderId },
      include: { payment: true },
    })
    // £60 + £40, less 10 % = £90, of which £15 VAT.
    expect(order).toMatchObject({
      status: 'paid',
      subtotalPence: 10_000,
      referralDiscountPence: 1_000,
      totalPence: 9_000,
      vatPence: 1_500,
    })
    const [entry] = await shop.deps.db.ledgerEntry.findMany({
      where: { commission: { orderId: buyer.orderId } },
    })
    // 5 % of what was paid, less VAT, less the card fee of the sandbox: 1.5 % and 20p of £90 is £1.55.
    expect(order.payment?.feePence).toBe(155)
    expect(entry).toMatchObject({
      kind: 'earned',
      amountPence: Math.round((9_000 - 1_500 - 155) * 0.05),
      quarter: '2026-Q4',
    })
    const mail = await shop.deps.db.outboxMessage.findFirstOrThrow({
      where: { dedupeKey: `purchase:${buyer.orderId}` },
    })
    expect(mail.props).toMatchObject({ totalPence: 9_000, vatPence: 1_500 })
  })

  it('is booked with the fee that Stripe kept, not with the estimate', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1] })
    await shop.pay(intentId, 'pm_card_fr')
    await syncPayment(shop.deps, intentId)
    const payment = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })
    // 2.5 % and 20p of £60; a British card costs 1.5 % and 20p, which is the estimate.
    expect(payment).toMatchObject({ feePence: 170, feeIsEstimate: false })
  })

  it('grants seven videos bought at once for twelve months and a single one for three', async () => {
    const bundle = await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7])
    const single = await makeBuyer(shop, [3])
    const ends = async (orderId: string) =>
      (await shop.deps.db.entitlement.findMany({ where: { orderId } })).map((row) =>
        row.expiresAt.toISOString(),
      )
    expect(new Set(await ends(bundle.orderId))).toEqual(new Set(['2027-11-21T10:00:00.000Z']))
    expect(await ends(single.orderId)).toEqual(['2027-02-21T10:00:00.000Z'])
  })

  it('is fulfilled once by twenty callers at the same moment', async () => {
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2], code: referer.code })
    await shop.pay(intentId)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        turn % 2 === 0
          ? syncPayment(shop.deps, intentId)
          : confirmPayment(shop.deps, { studentId: student.id, paymentIntentId: intentId }),
      ),
    )
    expect(answers).toHaveLength(20)
    expect(await traces(orderId)).toEqual({
      payments: 1,
      entitlements: 2,
      invoices: 1,
      commissions: 1,
      mails: 1,
    })
  })

  it('is fulfilled once by its webhook and its browser', LONG, async () => {
    const referer = await makeReferer(shop.deps)
    const races = size(5, 500)
    for (let race = 0; race < races; race++) {
      const student = await makeStudent(shop.deps)
      const { orderId, intentId } = await shop.order({ student, videoIds: [1], code: referer.code })
      await shop.pay(intentId)
      const browser = () => confirmPayment(shop.deps, { studentId: student.id, paymentIntentId: intentId })
      const webhook = () => syncPayment(shop.deps, intentId)
      await Promise.all(race % 2 === 0 ? [webhook(), browser()] : [browser(), webhook()])
      const once = { payments: 1, entitlements: 1, invoices: 1, commissions: 1, mails: 1 }
      expect(await traces(orderId), `race ${race}`).toEqual(once)
    }
    recordReliability('webhook races browser', races, 'races')
  })

  it('changes nothing when it is fulfilled again', async () => {
    const buyer = await makeBuyer(shop, [4])
    const before = await traces(buyer.orderId)
    const again = await fulfilOrder(shop.deps, buyer.orderId, {
      kind: 'charged',
      intentId: buyer.intentId,
      chargeId: 'ch_other',
      method: 'card',
      amountPence: pence(6_000),
      feePence: null,
    })
    expect(again).toBe(false)
    expect(await traces(buyer.orderId)).toEqual(before)
  })

  it('earns commission on the first paid order of a student only, and never on the student’s own code', async () => {
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    for (const videoIds of [[1], [2]]) {
      const { intentId } = await shop.order({ student, videoIds, code: referer.code })
      await shop.pay(intentId)
      await syncPayment(shop.deps, intentId)
    }
    expect(await shop.deps.db.commission.count({ where: { studentId: student.id } })).toBe(1)

    const self = await makeStudent(shop.deps, { email: referer.email })
    const { orderId, intentId } = await shop.order({ student: self, videoIds: [1], code: referer.code })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    expect(await traces(orderId)).toMatchObject({ entitlements: 1, commissions: 0 })
  })

  it('earns commission where an order before it was never paid', async () => {
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const left = await shop.order({ student, videoIds: [1], code: referer.code })
    const { orderId, intentId } = await shop.order({ student, videoIds: [2], code: referer.code })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const { status } = await shop.deps.db.order.findUniqueOrThrow({ where: { id: left.orderId } })
    expect(status).toBe('cancelled')
    expect(await traces(orderId)).toMatchObject({ commissions: 1 })
  })

  it('numbers invoices without a gap when three of ten fulfilments are rolled back', LONG, async () => {
    const before = await shop.deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'invoice' } })
    let made = 0
    const purchases = size(10, 1_000)
    for (let turn = 0; turn < purchases; turn++) {
      const student = await makeStudent(shop.deps)
      const { orderId, intentId } = await shop.order({ student, videoIds: [5] })
      await shop.pay(intentId)
      if (turn % 10 < 3) {
        // An outbox row with the same key makes the last step find its mail queued, and a broken seal makes it fail.
        const broken = { ...shop.deps, config: { ...shop.deps.config, publicUrl: 'not a url' } }
        await expect(syncPayment(broken, intentId)).rejects.toThrow()
        expect(await traces(orderId)).toMatchObject({ payments: 0, invoices: 0, mails: 0 })
        continue
      }
      await syncPayment(shop.deps, intentId)
      made++
    }
    const numbers = await shop.deps.db.document.findMany({
      where: { seriesKey: 'invoice', number: { gt: before.lastNumber } },
      orderBy: { number: 'asc' },
      select: { number: true },
    })
    expect(numbers.map((row) => row.number)).toEqual(
      Array.from({ length: made }, (_, index) => before.lastNumber + 1 + index),
    )
    recordReliability('invoice numbers', purchases, 'purchases, 30 % rolled back')
  })
})
