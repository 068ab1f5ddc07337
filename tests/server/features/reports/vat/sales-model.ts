import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import type { Movement } from '#server/features/stripe-payouts/clearing-account.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { commissionOn, netForCommission, reversalFor } from '#shared/commission/commission.ts'
import type { UnpaidEntry } from '#shared/commission/payout.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import {
  addPence,
  negatePence,
  type Pence,
  pence,
  subtractPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import type { VatSplit } from '#shared/money/vat.ts'
import { type VatRates, vatRateAt } from '#shared/money/vat-rates.ts'
import { splitAtRate } from '#shared/pricing/order-lines.ts'
import { type Credited, splitCredit } from '#shared/refunds/split-credit.ts'

type Back = {
  id: string
  amountPence: Pence
  vatPence: Pence
  state: 'done' | 'failed' | 'open' | 'lost' | 'won'
}
export type Order = {
  id: string
  at: Date
  totalPence: Pence
  vatPence: Pence
  vatRate: number
  /** The rate when the order was opened, up to a day before it was paid. */
  promisedRate: number
  lines: ({ videoId: number; grossPence: Pence } & VatSplit)[]
  feePence: Pence
  /** The estimate, until Stripe has told the fee. */
  bookedFeePence: Pence
  isFeeTold: boolean
  refunds: Back[]
  disputes: Back[]
}
export type Document = SalesDocument & { cancels: string | null }
type Entry = UnpaidEntry & { orderId: string; at: Date; paidBy: string | null }

/** The sales of a shop and what became of them, by the shop's own rules, with what Stripe and the ledger have of them. */
export class SalesModel {
  now = new Date('2026-09-20T10:00:00Z')
  rates: VatRates = [{ from: null, rate: 0.2 }]
  orders: Order[] = []
  documents: Document[] = []
  movements: Movement[] = []
  entries: Entry[] = []
  count = 0

  rateAt = (at: Date) => vatRateAt(this.rates, at)

  id = (prefix: string) => `${prefix}_${++this.count}`

  move(one: {
    category: string
    amount: number
    fee?: number
    sourceId: string | null
    order?: Order
    payoutId?: string
  }) {
    const { category, sourceId, order } = one
    const [amountPence, feePence] = [pence(one.amount), pence(one.fee ?? 0)]
    this.movements.push({
      transactionId: this.id('txn'),
      payoutId: one.payoutId ?? null,
      category,
      currency: 'gbp',
      description: null,
      sourceId,
      at: this.now,
      amountPence,
      feePence,
      netPence: subtractPence(amountPence, feePence),
      orderId: order?.id ?? null,
      invoiceNumber: null,
      booked: { amountPence, feePence: null },
    })
  }

  document(
    order: Order,
    sums: { netPence: Pence; vatPence: Pence },
    kind: SalesDocument['kind'],
    cancels: string | null = null,
  ) {
    const sign = kind === 'creditNote' ? -1 : 1
    const number = `${kind === 'invoice' ? 'INV' : 'CN'}-${this.documents.filter((one) => one.kind === kind).length + 1}`
    const [netPence, vatPence] = [pence(sign * sums.netPence), pence(sign * sums.vatPence)]
    this.documents.push({
      kind,
      number,
      cancels,
      issuedAt: this.now,
      orderId: order.id,
      customer: { name: 'A, "buyer"', email: 'a@example.com', address: [] },
      description: 'Films',
      vatRate: order.vatRate,
      netPence,
      vatPence,
      grossPence: addPence(netPence, vatPence),
      feePence: kind === 'invoice' && cancels === null && order.isFeeTold ? order.feePence : zeroPence,
      isThroughStripe: true,
    })
  }

  buy(which: number, amount: number): void {
    const totalPence = pence(Math.max(amount, 30))
    const halfPence = pence(Math.floor(totalPence / 2))
    const videos = [halfPence, subtractPence(totalPence, halfPence)]
    const cart = { totalPence, lines: videos.map((grossPence, at) => ({ videoId: at + 1, grossPence })) }
    const promisedRate = this.rateAt(addHours(this.now, -(which % 24)))
    const vatRate = this.rateAt(this.now)
    // Paid at another rate than promised, it is split again.
    const promised = splitAtRate(cart, promisedRate)
    const paid = promisedRate === vatRate ? promised : splitAtRate({ totalPence, ...promised }, vatRate)
    const { vatPence, exVatPence, lines } = paid
    const feePence = pence(Math.floor((totalPence * (150 + (which % 3) * 100)) / 10_000) + 20)
    const isFeeTold = which % 4 > 0
    const order: Order = {
      ...{
        id: this.id('order'),
        at: this.now,
        totalPence,
        vatPence,
        vatRate,
        promisedRate,
        lines,
        feePence,
        isFeeTold,
      },
      bookedFeePence: isFeeTold ? feePence : estimateCardFee(totalPence),
      refunds: [],
      disputes: [],
    }
    this.orders.push(order)
    this.document(order, { netPence: exVatPence, vatPence }, 'invoice')
    this.move({ category: 'charge', amount: totalPence, fee: feePence, sourceId: `ch_${order.id}`, order })
    if (which % 3 > 0) this.earn(order, 'earned', this.commissionOf(order), !isFeeTold)
  }

  commissionOf({ totalPence, vatPence, bookedFeePence }: Order): Pence {
    return commissionOn(netForCommission({ paidPence: totalPence, vatPence, feePence: bookedFeePence }), 5)
  }

  earn(order: Order, kind: Entry['kind'], amountPence: Pence, isEstimate = false): void {
    const entry = {
      id: this.id('entry'),
      commissionId: order.id,
      kind,
      amountPence,
      isEstimate,
      isVatable: true,
    }
    this.entries.push({ ...entry, orderId: order.id, at: this.now, paidBy: null })
  }

  tellFee(order: Order): void {
    if (order.isFeeTold) return
    order.isFeeTold = true
    order.bookedFeePence = order.feePence
    const earned = this.entries.filter(({ orderId, kind }) => orderId === order.id && kind === 'earned')
    if (earned.length > 0) {
      const before = sumPence(earned.map(({ amountPence }) => amountPence))
      this.earn(order, 'corrected', subtractPence(this.commissionOf(order), before))
      this.reverse(order)
    }
    for (const one of this.documents) {
      if (one.orderId === order.id && one.kind === 'invoice' && one.cancels === null)
        one.feePence = order.feePence
    }
  }

  /** What stands credited of an order. */
  creditedOf(order: Order): Credited {
    const standing = [...order.refunds, ...order.disputes].filter(
      ({ state }) => state === 'done' || state === 'lost',
    )
    return {
      grossPence: sumPence(standing.map(({ amountPence }) => amountPence)),
      vatPence: sumPence(standing.map(({ vatPence }) => vatPence)),
    }
  }

  credit(order: Order, amountPence: Pence): { amountPence: Pence; vatPence: Pence } {
    const credit = splitCredit({
      order: { ...order, lines: [] },
      before: this.creditedOf(order),
      amountPence,
      lines: [],
    })
    this.document(order, { netPence: credit.exVatPence, vatPence: credit.vatPence }, 'creditNote')
    return { amountPence: credit.grossPence, vatPence: credit.vatPence }
  }

  reverse(order: Order): void {
    const own = this.entries.filter(({ orderId }) => orderId === order.id)
    const sumOf = (isReversal: boolean) =>
      sumPence(
        own.filter(({ kind }) => (kind === 'reversed') === isReversal).map(({ amountPence }) => amountPence),
      )
    if (own.length === 0) return
    const amount = reversalFor({
      earnedPence: sumOf(false),
      reversedSoFarPence: negatePence(sumOf(true)),
      orderTotalPence: order.totalPence,
      refundedTotalPence: this.creditedOf(order).grossPence,
    })
    if (amount !== 0) this.earn(order, 'reversed', negatePence(amount))
  }

  left = (order: Order) => subtractPence(order.totalPence, this.creditedOf(order).grossPence)
  isDisputed = ({ disputes }: Order) => disputes.some(({ state }) => state === 'open')

  refund(order: Order, wanted: Pence): void {
    const amountPence = pence(Math.min(wanted, this.left(order)))
    if (amountPence === 0 || this.isDisputed(order)) return
    const id = this.id('re')
    order.refunds.push({ id, state: 'done', ...this.credit(order, amountPence) })
    this.move({ category: 'refund', amount: -amountPence, sourceId: id, order })
    this.reverse(order)
  }

  failRefund(order: Order): void {
    const refund = order.refunds.findLast(({ state }) => state === 'done')
    // The last credit alone: an earlier one would change the VAT of those after it.
    if (!refund || order.disputes.some(({ state }) => state === 'lost')) return
    refund.state = 'failed'
    const netPence = subtractPence(refund.amountPence, refund.vatPence)
    this.document(order, { netPence, vatPence: refund.vatPence }, 'invoice', refund.id)
    this.move({ category: 'refund_failure', amount: refund.amountPence, sourceId: refund.id, order })
    this.reverse(order)
  }

  dispute(order: Order): void {
    const amountPence = this.left(order)
    if (amountPence === 0 || this.isDisputed(order)) return
    const id = this.id('du')
    order.disputes.push({ id, state: 'open', amountPence, vatPence: zeroPence })
    this.move({ category: 'dispute', amount: -amountPence, fee: 2_000, sourceId: id, order })
  }

  endDispute(order: Order, state: 'lost' | 'won'): void {
    const dispute = order.disputes.find((one) => one.state === 'open')
    if (!dispute) return
    if (state === 'won') {
      this.move({ category: 'dispute_reversal', amount: dispute.amountPence, sourceId: dispute.id, order })
    } else Object.assign(dispute, this.credit(order, dispute.amountPence))
    dispute.state = state
    this.reverse(order)
  }
}
