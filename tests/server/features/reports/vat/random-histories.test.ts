import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeagent } from '#server/features/bookkeeping/layouts/freeagent.ts'
import { quickfile } from '#server/features/bookkeeping/layouts/quickfile.ts'
import { xero } from '#server/features/bookkeeping/layouts/xero.ts'
import { explainOrder, explainPayoutDocument, vatReturn } from '#server/features/reports/vat/vat-return.ts'
import {
  clearingAccount,
  explainMovement,
  explainPayout,
} from '#server/features/stripe-payouts/clearing-account.ts'
import { STAGGERS, vatPeriodsBetween } from '#shared/calendar/vat-period.ts'
import { negatePence, parsePounds, pence, subtractPence, sumPence } from '#shared/money/money.ts'
import { splitGross, vatOn } from '#shared/money/vat.ts'
import { size } from '#tests/support/size.ts'
import { anyHistory, ShopModel, WHOLE_HISTORY } from './shop-model.ts'

const BEGIN = new Date('2026-09-01T00:00:00Z')

function played(history: Parameters<ShopModel['happen']>[0][]): ShopModel {
  const shop = new ShopModel()
  for (const step of history) shop.happen(step)
  return shop
}

/** Everything that the pages under Reports name about a shop. */
function problemsOf(shop: ShopModel): string[] {
  const payouts = shop.payouts.map((payout) => {
    const lines = shop.movements.filter(
      ({ payoutId, sourceId }) => payoutId === payout.payoutId && sourceId !== payout.payoutId,
    )
    const linesPence = sumPence(lines.map(({ netPence }) => netPence))
    return explainPayout({ ...payout, isAutomatic: true, isListed: true, failure: null }, linesPence)
  })
  const named = [...shop.movements.map(explainMovement), ...payouts].map((problem) => problem?.text ?? null)
  const documents = shop.orders.map((order) => explainOrder(shop.documentsOf(order)))
  return [...named, ...documents, ...shop.clubPayouts.map(explainPayoutDocument)].filter(
    (text) => text !== null,
  )
}

/** The bank sent it back and nothing was done about it yet: right, and named. */
const isReturned = (text: string) => /was sent back by the bank|which is not paid/.test(text)

function checkClearing(shop: ShopModel): void {
  const account = clearingAccount(shop.movements)
  expect(account.differencePence).toBe(0)
  const atBank = sumPence(
    shop.payouts.filter(({ status }) => status === 'paid').map(({ amountPence }) => amountPence),
  )
  expect(account.paidOutPence).toBe(negatePence(atBank))
  const netPence = sumPence(
    shop.movements.filter(({ category }) => !category.startsWith('payout')).map((one) => one.netPence),
  )
  expect(atBank - account.atStripePence).toBe(netPence)
}

function checkVat(shop: ShopModel): void {
  const soldVat = sumPence(shop.orders.map(({ vatPence }) => vatPence))
  const creditedVat = sumPence(shop.orders.map((order) => shop.creditedOf(order).vatPence))
  const reclaimed = sumPence(
    shop.clubPayouts.filter(({ label }) => label !== null).map(({ vatPence }) => vatPence),
  )
  for (const stagger of STAGGERS) {
    const periods = vatPeriodsBetween(BEGIN, shop.now, stagger).map((period) => shop.vatSums(period))
    const returns = periods.map(vatReturn)
    expect(sumPence(returns.map(({ box1Pence }) => box1Pence)), `stagger ${stagger}`).toBe(
      soldVat - creditedVat,
    )
    expect(sumPence(returns.map(({ box4Pence }) => box4Pence)), `stagger ${stagger}`).toBe(reclaimed)
    expect(sumPence(periods.flat().map(({ count }) => pence(count)))).toBe(
      shop.documents.length + shop.clubPayouts.filter(({ label }) => label !== null).length,
    )
  }
}

/** A sale and its credits have the rate of its payment, a self-billed invoice that of its own. */
function checkRates(shop: ShopModel): void {
  for (const order of shop.orders) {
    expect(order.vatRate).toBe(shop.rateAt(order.at))
    expect(order.vatPence).toBe(splitGross(order.totalPence, order.vatRate).vatPence)
    expect(sumPence(order.lines.map(({ vatPence }) => vatPence))).toBe(order.vatPence)
    expect(sumPence(order.lines.map(({ exVatPence }) => exVatPence))).toBe(order.totalPence - order.vatPence)
    const documents = shop.documents.filter(({ orderId }) => orderId === order.id)
    expect(new Set(documents.map(({ vatRate }) => vatRate))).toEqual(new Set([order.vatRate]))
  }
  for (const { issuedAt, vatRate, payoutPence, vatPence } of shop.clubPayouts) {
    if (issuedAt === null) continue
    expect(vatRate).toBe(shop.payoutRateAt(issuedAt))
    expect(vatPence).toBe(vatOn(payoutPence, vatRate))
  }
}

function checkExports(shop: ShopModel): void {
  const grossPence = sumPence(shop.documents.map((one) => one.grossPence))
  const feesPence = sumPence(shop.documents.map(({ feePence }) => feePence))
  const sumOf = (layout: typeof xero, column: string) => {
    const files = layout(shop.documents, { salesAccount: '200' })
    const rows = files.flatMap(({ content }): Record<string, string>[] => parse(content, { columns: true }))
    return sumPence(rows.map((row) => parsePounds(row[column] ?? '')))
  }
  expect(sumOf(xero, '*UnitAmount')).toBe(grossPence)
  expect(sumOf(quickfile, 'Total gross amount')).toBe(grossPence)
  expect(sumOf(xero, 'TaxAmount')).toBe(sumPence(shop.documents.map(({ vatPence }) => vatPence)))
  const statement = freeagent(shop.documents, { salesAccount: '' }).flatMap(({ content }): string[][] =>
    parse(content),
  )
  expect(sumPence(statement.map(([, amount = '']) => parsePounds(amount)))).toBe(
    subtractPence(grossPence, feesPence),
  )
}

function checkLedger(shop: ShopModel): void {
  for (const { payoutId, payoutPence } of shop.clubPayouts) {
    const paid = shop.entries.filter(({ paidBy }) => paidBy === payoutId)
    expect(sumPence(paid.map(({ amountPence }) => amountPence))).toBe(payoutPence)
  }
  const total = sumPence(shop.entries.map(({ amountPence }) => amountPence))
  const carried = sumPence(
    shop.entries.filter(({ paidBy }) => paidBy === null).map(({ amountPence }) => amountPence),
  )
  expect(sumPence(shop.clubPayouts.map(({ payoutPence }) => payoutPence)) + carried).toBe(total)
}

const RUNS = size(150, 10_000)

describe('whatever happened over some quarters and rates', () => {
  it(
    'the clearing account ends at 0p, VAT is invoices less credit notes, exports sum to the ledger, nothing is unexplained',
    () => {
      const happened = new Set<string>()
      fc.assert(
        fc.property(anyHistory, (history) => {
          const shop = played(history)
          checkClearing(shop)
          checkVat(shop)
          checkExports(shop)
          checkLedger(shop)
          checkRates(shop)
          expect(problemsOf(shop).filter((text) => !isReturned(text))).toEqual([])
          for (const { category } of shop.movements) happened.add(category)
          for (const { status } of shop.clubPayouts) happened.add(status)
          for (const { cancels, orderId, issuedAt, vatRate } of shop.documents) {
            if (cancels !== null) happened.add('cancelled')
            else if (orderId && vatRate !== shop.rateAt(issuedAt)) happened.add('credited at an older rate')
          }
          if (shop.orders.some((one) => one.promisedRate !== one.vatRate))
            happened.add('paid at a newer rate')
          if (shop.clubPayouts.some((one) => one.isMadeAgain)) happened.add('payout made again')
        }),
        { numRuns: RUNS, examples: [[WHOLE_HISTORY]] },
      )
      // The histories contain what they are for.
      expect([...happened].toSorted()).toEqual(
        [
          'cancelled',
          'credited at an older rate',
          'paid at a newer rate',
          'payout made again',
          'charge',
          'dispute',
          'dispute_reversal',
          'fee',
          'paid',
          'payout',
          'payout_reversal',
          'pending',
          'refund',
          'refund_failure',
        ].toSorted(),
      )
    },
    30 * 60_000,
  )

  /** Each spoils a shop where it can, and says whether it could. */
  const ERRORS: Record<string, (shop: ShopModel, which: number) => boolean> = {
    'a charge without an order': ({ movements }, which) => {
      const charges = movements.filter(({ category }) => category === 'charge')
      const charge = charges[which % Math.max(charges.length, 1)]
      if (charge) Object.assign(charge, { orderId: null, booked: null })
      return charge !== undefined
    },
    'a refund that is not booked': ({ movements }) =>
      spoil(
        movements.find(({ category }) => category === 'refund'),
        { booked: null },
      ),
    'a dispute of no order': ({ movements }) =>
      spoil(
        movements.find(({ category }) => category === 'dispute'),
        { orderId: null },
      ),
    'an adjustment': ({ movements }, which) =>
      spoil(movements[which % Math.max(movements.length, 1)], { category: 'other_adjustment' }),
    'a fee that changed': ({ movements }) => {
      const charge = movements.find(({ category }) => category === 'charge')
      return spoil(charge, {
        booked: { amountPence: charge?.amountPence, feePence: pence((charge?.feePence ?? 0) + 1) },
      })
    },
    'a missing payout': ({ movements }) =>
      spoil(
        movements.find(({ category }) => category === 'payout'),
        { booked: null },
      ),
    'a line missing from its payout': (shop) => {
      const line = shop.movements.find(
        ({ payoutId, category, netPence }) => payoutId !== null && category !== 'payout' && netPence !== 0,
      )
      shop.movements = shop.movements.filter((one) => one !== line)
      return line !== undefined
    },
    'a credit note counted twice': ({ documents }) => twice(documents, ({ kind }) => kind === 'creditNote'),
    'an invoice counted twice': ({ documents }) =>
      twice(documents, ({ kind, cancels }) => kind === 'invoice' && cancels === null),
    'a missing credit note': (shop) => {
      const note = shop.documents.find(({ kind }) => kind === 'creditNote')
      shop.documents = shop.documents.filter((one) => one !== note)
      return note !== undefined
    },
    'an invoice of another amount': ({ documents }) => {
      const [invoice] = documents
      return spoil(invoice, { grossPence: pence((invoice?.grossPence ?? 0) + 1) })
    },
    'a payout to a club without a document': ({ clubPayouts }) =>
      spoil(
        clubPayouts.find(({ status }) => status === 'paid'),
        { label: null },
      ),
    'a self-billed invoice of another amount': ({ clubPayouts }) =>
      spoil(
        clubPayouts.find(({ status }) => status === 'paid'),
        { documentVatPence: pence(1) },
      ),
  }

  function spoil<Row extends object>(
    row: Row | undefined,
    change: Partial<Record<keyof Row, unknown>>,
  ): boolean {
    if (row) Object.assign(row, change)
    return row !== undefined
  }

  function twice<Row extends object>(rows: Row[], isOne: (row: Row) => boolean): boolean {
    const found = rows.find(isOne)
    if (found) rows.push({ ...found })
    return found !== undefined
  }

  it.each(Object.keys(ERRORS))('%s is named', (name) => {
    let planted = 0
    fc.assert(
      fc.property(anyHistory, fc.nat(), (history, which) => {
        const shop = played(history)
        const before = new Set(problemsOf(shop))
        if (!ERRORS[name]?.(shop, which)) return
        planted++
        expect(problemsOf(shop).filter((text) => !before.has(text))).not.toEqual([])
      }),
      { numRuns: size(60, 1_000), examples: [[WHOLE_HISTORY, 0]] },
    )
    expect(planted).toBeGreaterThan(0)
  })
})
