import fc from 'fast-check'
import type { OrderDocuments, PayoutDocument, VatSums } from '#server/features/reports/vat/vat-return.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { isClosed, labelOf, previousQuarter, quarterOf, rangeOf } from '#shared/calendar/quarter.ts'
import { minimumPayoutPence, payoutAmounts, planPayout } from '#shared/commission/payout.ts'
import { negatePence, type Pence, pence, sumPence } from '#shared/money/money.ts'

import { type Document, type Order, SalesModel } from './sales-model.ts'

type Step = { what: (typeof STEPS)[number]; which: number; pence: number; days: number }

const STEPS = [
  'buy',
  'buy',
  'buy',
  'refund',
  'failRefund',
  'dispute',
  'loseDispute',
  'winDispute',
  'tellFee',
  'stripeFee',
  'payOut',
  'failPayout',
  'closeQuarter',
  'payClub',
  'returnClub',
  'changeRate',
  'wait',
  'wait',
] as const

const step = (what: Step['what'], which = 0, amount = 34_000): Step => ({
  what,
  which,
  pence: amount,
  days: 60,
})

/** A history with everything in it: chance alone may not produce it. */
export const WHOLE_HISTORY: Step[] = [
  ...[step('buy', 1), step('buy', 2), step('payOut'), step('refund', 0, 100), step('failRefund', 0)],
  ...[
    step('refund', 0, 50),
    step('dispute', 1),
    step('winDispute', 1),
    step('dispute', 1),
    step('loseDispute', 1),
  ],
  ...[step('stripeFee', 7), step('changeRate', 1), step('payOut'), step('failPayout'), step('buy', 4)],
  ...[
    step('tellFee', 2),
    step('payOut'),
    step('wait'),
    step('closeQuarter'),
    step('payClub'),
    step('returnClub'),
  ],
  ...[step('payClub'), step('buy', 5), step('changeRate', 6), step('buy', 23), step('refund', 0, 10)],
  ...[step('wait'), step('wait'), step('closeQuarter'), step('changeRate', 9), step('payClub')],
  step('wait'),
]

/** What happens to a shop over some quarters. */
export const anyHistory: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...STEPS),
    which: fc.nat({ max: 999 }),
    pence: fc.integer({ min: 1, max: 40_000 }),
    days: fc.integer({ min: 1, max: 70 }),
  }),
  { minLength: 10, maxLength: 40 },
)

type Payout = {
  payoutId: string
  amountPence: Pence
  status: 'paid' | 'failed'
  paidAgainWith: string | null
}
type ClubPayout = PayoutDocument & {
  payoutPence: Pence
  issuedAt: Date | null
  /** Of its document. */
  vatRate: number
  isMadeAgain: boolean
}

/** A shop as its rows are; the database is left out, so that ten thousand histories fit. */
export class ShopModel extends SalesModel {
  payouts: Payout[] = []
  clubPayouts: ClubPayout[] = []

  happen({ what, which, pence: amount, days }: Step): void {
    this.now = new Date(this.now.getTime() + 60_000)
    const order = this.orders[which % Math.max(this.orders.length, 1)]
    if (what === 'wait') this.now = addDays(this.now, days)
    if (what === 'changeRate') this.changeRate(which)
    if (what === 'buy') this.buy(which, amount)
    if (what === 'stripeFee')
      this.move({ category: 'fee', amount: -pence(1 + (which % 500)), sourceId: null })
    if (what === 'payOut') this.payOut()
    if (what === 'failPayout') this.failPayout()
    if (what === 'closeQuarter') this.closeQuarter()
    if (what === 'payClub') this.payClub()
    if (what === 'returnClub') this.returnClub()
    if (!order) return
    if (what === 'refund') this.refund(order, pence(amount))
    if (what === 'failRefund') this.failRefund(order)
    if (what === 'tellFee') this.tellFee(order)
    if (what === 'dispute') this.dispute(order)
    if (what === 'loseDispute') this.endDispute(order, 'lost')
    if (what === 'winDispute') this.endDispute(order, 'won')
  }

  /** From today on, or from one of the next days. */
  changeRate(which: number): void {
    const from = addDays(this.now, which % 3)
    const last = this.rates.at(-1)?.from ?? null
    if (last !== null && last >= from) return
    this.rates = [...this.rates, { from, rate: [0.2, 0.175, 0.25, 0][which % 4] ?? 0 }]
  }

  /** Where the seller charges nothing, a registered club still does. */
  payoutRateAt = (at: Date) => this.rateAt(at) || 0.2

  payOut(): void {
    const waiting = this.movements.filter(({ payoutId }) => payoutId === null)
    const amountPence = sumPence(waiting.map(({ netPence }) => netPence))
    if (amountPence === 0) return
    const payoutId = this.id('po')
    this.payouts.push({ payoutId, amountPence, status: 'paid', paidAgainWith: null })
    for (const movement of waiting) {
      movement.payoutId = payoutId
      const failed = this.payouts.find((one) => one.payoutId === movement.sourceId)
      if (failed) failed.paidAgainWith = payoutId
    }
    this.move({ category: 'payout', amount: -amountPence, sourceId: payoutId, payoutId })
  }

  failPayout(): void {
    const payout = this.payouts.findLast(({ status }) => status === 'paid')
    if (!payout) return
    payout.status = 'failed'
    this.move({ category: 'payout_reversal', amount: payout.amountPence, sourceId: payout.payoutId })
  }

  closeQuarter(): void {
    const quarter = previousQuarter(quarterOf(this.now))
    if (!isClosed(quarter, this.now)) return
    const unpaid = this.entries.filter(({ paidBy, at }) => paidBy === null && at < rangeOf(quarter).end)
    const plan = planPayout({
      entries: unpaid,
      vatRegistered: true,
      vatRate: this.payoutRateAt(this.now),
      minimumPence: minimumPayoutPence,
    })
    if (plan.action !== 'pay') return
    const payoutId = this.id('payout')
    for (const entry of unpaid) if (plan.entryIds.includes(entry.id)) entry.paidBy = payoutId
    const { payoutPence, vatPence, totalPence } = plan
    this.clubPayouts.push({
      ...{
        payoutId,
        name: 'A club',
        quarter: labelOf(quarter),
        status: 'pending',
        payoutPence,
        totalPence,
        vatPence,
      },
      ...{
        label: null,
        documentPence: null,
        documentVatPence: null,
        issuedAt: null,
        vatRate: 0,
        isMadeAgain: false,
      },
    })
  }

  payClub(): void {
    const payout = this.clubPayouts.find(({ status }) => status === 'pending')
    if (!payout) return
    // Its tax point is the day it is paid: at another rate it is made again first.
    if (payout.label === null) {
      const vatRate = this.payoutRateAt(this.now)
      const again = payoutAmounts(payout.payoutPence, { vatablePence: payout.payoutPence, vatRate })
      Object.assign(payout, again, { vatRate, isMadeAgain: again.vatPence !== payout.vatPence })
    }
    payout.status = 'paid'
    payout.label ??= this.id('SB')
    payout.issuedAt ??= this.now
    payout.documentPence = payout.totalPence
    payout.documentVatPence = payout.vatPence
  }

  /** The bank sent the money back: the payout waits again and keeps its number. */
  returnClub(): void {
    const payout = this.clubPayouts.findLast(({ status }) => status === 'paid')
    if (payout) payout.status = 'pending'
  }

  /** The documents of a range as a VAT return takes them. */
  vatSums({ start, end }: { start: Date; end: Date }): VatSums[] {
    const isIn = (at: Date | null) => at !== null && at >= start && at < end
    return [
      ...this.documents
        .filter(({ issuedAt }) => isIn(issuedAt))
        .map(({ kind, vatRate, netPence, vatPence }): VatSums => {
          const sums = { netPence: pence(Math.abs(netPence)), vatPence: pence(Math.abs(vatPence)) }
          return { kind, isRegistered: true, vatRate, count: 1, ...sums }
        }),
      ...this.clubPayouts
        .filter(({ issuedAt }) => isIn(issuedAt))
        .map(({ payoutPence: netPence, vatPence, vatRate }): VatSums => {
          return { kind: 'selfBilledInvoice', isRegistered: true, vatRate, count: 1, netPence, vatPence }
        }),
    ]
  }

  /** An order with its documents, as the VAT period checks it. */
  documentsOf(order: Order): OrderDocuments {
    const own = this.documents.filter(({ orderId }) => orderId === order.id)
    const invoices = own.filter(({ kind, cancels }) => kind === 'invoice' && cancels === null)
    const credits = own.filter((one) => !invoices.includes(one))
    const credited = this.creditedOf(order)
    const sumOf = (some: readonly Document[], pick: (one: Document) => Pence) => sumPence(some.map(pick))
    return {
      ...{
        orderId: order.id,
        totalPence: order.totalPence,
        vatPence: order.vatPence,
        invoiceCount: invoices.length,
      },
      invoicedPence: sumOf(invoices, ({ grossPence }) => grossPence),
      invoicedVatPence: sumOf(invoices, ({ vatPence }) => vatPence),
      creditNotedPence: negatePence(sumOf(credits, ({ grossPence }) => grossPence)),
      creditNotedVatPence: negatePence(sumOf(credits, ({ vatPence }) => vatPence)),
      creditedPence: credited.grossPence,
      creditedVatPence: credited.vatPence,
    }
  }
}
