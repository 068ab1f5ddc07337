import { reversalFor } from '#shared/commission/commission.ts'
import {
  addPence,
  largerPence,
  type Pence,
  pence,
  smallerPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import type { Credited } from './split-credit.ts'
import { type CreditLine, splitCredit } from './split-credit.ts'

/** What to refund: whole lines of an order, or an amount without lines. */
export type RefundChoice = { lineIds: readonly string[] } | { amountPence: Pence }

/** A paid order, as far as its refunds go. */
export type RefundableOrder = {
  totalPence: Pence
  vatPence: Pence
  /** The rate frozen in the order, as a fraction. */
  vatRate: number
  lines: readonly (CreditLine & { id: string })[]
  /** The sum of all credit notes that stand. */
  credited: Credited
  /** Requested, and not with Stripe yet. */
  askedPence: Pence
  /** The commission earned on it and the part reversed; null without a referer. */
  commission: { earnedPence: Pence; reversedPence: Pence } | null
}

export type RefundQuote = {
  amountPence: Pence
  exVatPence: Pence
  vatPence: Pence
  /** What could still be refunded afterwards. */
  leftPence: Pence
  /** The commission that is reversed with it. */
  commissionBackPence: Pence
  /** Lines whose access ends: the refunded ones, or all where nothing is left. */
  closedLineIds: string[]
}

type Sums = Pick<RefundableOrder, 'totalPence' | 'askedPence'> & { credited: { grossPence: Pence } }

/** What is credited or requested of an order, in pence. */
export function creditedOrAskedPence({ credited, askedPence }: Omit<Sums, 'totalPence'>): Pence {
  return addPence(credited.grossPence, askedPence)
}

/** The most that can be refunded of an order, in pence. */
export function leftToRefund(order: Sums): Pence {
  return largerPence(zeroPence, pence(order.totalPence - creditedOrAskedPence(order)))
}

/**
 * The amount of a refund in pence: what was paid for the lines, at most what is left of the order (requirements §5). A
 * chosen amount stays as it is, even where it is more than is left.
 */
export function amountToRefund(
  order: Sums & { lines: readonly { id: string; grossPence: Pence }[] },
  wish: RefundChoice,
): Pence {
  if ('amountPence' in wish) return wish.amountPence
  const named = order.lines.filter(({ id }) => wish.lineIds.includes(id))
  return smallerPence(sumPence(named.map(({ grossPence }) => grossPence)), leftToRefund(order))
}

/** The effects of a refund, before it is confirmed; null where there is nothing to refund, or too little left. */
export function quoteRefund(order: RefundableOrder, wish: RefundChoice): RefundQuote | null {
  const amountPence = amountToRefund(order, wish)
  const leftBeforePence = leftToRefund(order)
  if (amountPence <= 0 || amountPence > leftBeforePence) return null
  const lineIds = 'lineIds' in wish ? [...wish.lineIds] : []
  const { totalPence, credited, commission } = order
  const { exVatPence, vatPence } = splitCredit({
    order,
    before: credited,
    amountPence,
    lines: order.lines.filter(({ id }) => lineIds.includes(id)),
  })
  const isLast = amountPence === leftBeforePence
  return {
    amountPence,
    exVatPence,
    vatPence,
    leftPence: pence(leftBeforePence - amountPence),
    commissionBackPence:
      commission === null
        ? zeroPence
        : reversalFor({
            earnedPence: commission.earnedPence,
            reversedSoFarPence: commission.reversedPence,
            orderTotalPence: totalPence,
            refundedTotalPence: addPence(credited.grossPence, amountPence),
          }),
    // An amount ends no access, even where nothing is left.
    closedLineIds: isLast && 'lineIds' in wish ? order.lines.map(({ id }) => id) : lineIds,
  }
}
