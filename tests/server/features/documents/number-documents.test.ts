import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelCreditNotes } from '#server/features/documents/cancel-credit-notes.ts'
import { invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { nextNumber, numberCreditNote } from '#server/features/documents/number-documents.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { newId } from '#server/infra/ids.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const next = (series: 'invoice' | 'payout' = 'invoice') =>
  shop.deps.db.$transaction((tx) => nextNumber(tx, series))

describe('document numbers', () => {
  it('count up from one, each series by itself', async () => {
    expect(await next()).toEqual({ number: 1, label: 'INV-000001' })
    expect(await next('payout')).toEqual({ number: 1, label: 'PAY-000001' })
    expect(await next()).toEqual({ number: 2, label: 'INV-000002' })
  })

  it('have no gap and no repeat when a third of many concurrent transactions roll back', async () => {
    const { lastNumber } = await shop.deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'invoice' } })
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        shop.deps.db
          .$transaction(async (tx) => {
            const { number } = await nextNumber(tx, 'invoice')
            if (turn % 3 === 0) throw new Error('rolled back')
            return number
          })
          .catch(() => null),
      ),
    )
    const numbers = taken.filter((number) => number !== null).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => lastNumber + 1 + index))
  })
})

/** A refund row for a credit note, and facts that credit the whole invoice. */
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
  it('has the next number, is rendered with it, and never credits more than the invoice', async () => {
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

  it('leaves no gap when concurrent transactions are rolled back', async () => {
    const notes = await Promise.all(Array.from({ length: size(6, 60) }, refunded))
    recordReliability('invoice numbers', notes.length, 'credit notes at once')
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
  it('has the same sums, names the credit note, and is created once', async () => {
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

  it('is not created without a credit note', async () => {
    const { order, cause, issuedAt } = await refunded()
    const none = await shop.deps.db.$transaction((tx) =>
      cancelCreditNotes(tx, { orderId: order.id, cause, issuedAt }),
    )
    expect(none).toEqual([])
  })
})
