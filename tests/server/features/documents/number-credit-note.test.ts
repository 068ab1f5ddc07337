import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelCreditNotes } from '#server/features/documents/cancel-credit-notes.ts'
import { invoiceDetailsSchema } from '#server/features/documents/invoice-facts.ts'
import { numberCreditNote } from '#server/features/documents/number-documents.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** A refund row to hang a document on, and what the document says: the whole invoice. */
async function refunded() {
  const { db, clock } = shop.deps
  const buyer = await makeBuyer(shop, [1])
  const now = clock.now()
  const payment = await db.payment.findUniqueOrThrow({ where: { orderId: buyer.orderId } })
  const refund = await db.refund.create({
    data: {
      id: newId(now),
      paymentId: payment.id,
      stripeRefundId: `re_${newId(now)}`,
      status: 'pending',
      amountPence: 6_000,
      reason: 'Refund',
      createdAt: now,
    },
  })
  const invoice = await db.document.findFirstOrThrow({ where: { orderId: buyer.orderId } })
  const {
    seller,
    buyer: to,
    vatRate,
    lines,
    totals,
    number,
    issuedAt,
  } = invoiceDetailsSchema.parse(invoice.details)
  const details = {
    orderId: buyer.orderId,
    seller,
    buyer: to,
    vatRate,
    invoice: { number, issuedAt },
    reason: 'Refund',
    lines: lines.map(({ description, netPence, vatPence, grossPence }) => ({
      description,
      netPence,
      vatPence,
      grossPence,
    })),
    totals,
    refund: { refundedAt: now.toISOString(), method: 'Card' },
  }
  return {
    order: { id: buyer.orderId, studentId: buyer.id, details },
    cause: { refundId: refund.id, disputeId: null },
    issuedAt: now,
  }
}

describe('a credit note', () => {
  it('takes the next number, is printed with it, and never credits more than the invoice says', async () => {
    const note = await refunded()
    const { documentId, label } = await shop.deps.db.$transaction((tx) => numberCreditNote(tx, note))
    expect(label).toMatch(/^CN-\d{6}$/)
    const { filename, content } = await renderDocument(shop.deps, documentId)
    expect(filename).toBe(`${label}.pdf`)
    expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    await expect(shop.deps.db.$transaction((tx) => numberCreditNote(tx, note))).rejects.toThrow(
      'exceed its invoice',
    )
  })

  it('leaves no gap when transactions at the same moment are rolled back', async () => {
    const notes = await Promise.all(Array.from({ length: size(6, 60) }, refunded))
    await Promise.allSettled(
      notes.map((note, turn) =>
        shop.deps.db.$transaction(async (tx) => {
          await numberCreditNote(tx, note)
          if (turn % 3 === 0) throw new Error('Rolled back')
        }),
      ),
    )
    const documents = await shop.deps.db.document.findMany({
      where: { seriesKey: 'creditNote' },
      orderBy: { number: 'asc' },
    })
    const series = await shop.deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'creditNote' } })
    expect(documents.map(({ number }) => number)).toEqual(documents.map((_, index) => index + 1))
    expect(series.lastNumber).toBe(documents.length)
  })
})

describe('an invoice that cancels a credit note', () => {
  it('says the same sums, names the credit note, and is written once', async () => {
    const note = await refunded()
    const { order, cause, issuedAt } = note
    const credit = await shop.deps.db.$transaction((tx) => numberCreditNote(tx, note))
    const cancel = () =>
      shop.deps.db.$transaction((tx) => cancelCreditNotes(tx, { orderId: order.id, cause, issuedAt }))
    const [invoice] = await cancel()
    const row = await shop.deps.db.document.findUniqueOrThrow({ where: { id: invoice?.documentId ?? '' } })
    expect(row).toMatchObject({ kind: 'invoice', cancelsId: credit.documentId, label: invoice?.label })
    const details = invoiceDetailsSchema.parse(row.details)
    expect(details.totals).toEqual(order.details.totals)
    expect(details.lines.map(({ description }) => description)).toEqual(
      order.details.lines.map(({ description }) => `Cancels credit note ${credit.label}: ${description}`),
    )
    expect((await renderDocument(shop.deps, row.id)).content.length).toBeGreaterThan(1_000)
    expect(await cancel()).toEqual([])
  })

  it('is not written where there was no credit note', async () => {
    const { order, cause, issuedAt } = await refunded()
    const none = await shop.deps.db.$transaction((tx) =>
      cancelCreditNotes(tx, { orderId: order.id, cause, issuedAt }),
    )
    expect(none).toEqual([])
  })
})
