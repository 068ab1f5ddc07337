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

/** What the shop gives back: whole lines of an order, or an amount for none in particular. */
export type RefundChoice = { lineIds: readonly string[] } | { amountPence: Pence }

/** A paid order as far as paying it back goes. */
export type RefundableOrder = {
  totalPence: Pence
  vatPence: Pence
  /** The rate frozen in the order, as a fraction. */
  vatRate: number
  lines: readonly (CreditLine & { id: string })[]
  /** What all credit notes that stand take back. */
  credited: Credited
  /** Written down and not answered by Stripe yet. */
  askedPence: Pence
  /** What a referer earned on it and what was taken back of that; null without a referer. */
  commission: { earnedPence: Pence; reversedPence: Pence } | null
}

export type RefundQuote = {
  amountPence: Pence
  exVatPence: Pence
  vatPence: Pence
  /** What could still be paid back afterwards. */
  leftPence: Pence
  /** Commission that is taken back from the referer with it. */
  commissionBackPence: Pence
  /** Lines whose access ends: those that are named, all where naming them leaves nothing paid. */
  closedLineIds: string[]
}

type Sums = Pick<RefundableOrder, 'totalPence' | 'askedPence'> & { credited: { grossPence: Pence } }

/** What went back of an order or is on its way, in pence. */
export function creditedOrAskedPence({ credited, askedPence }: Omit<Sums, 'totalPence'>): Pence {
  return addPence(credited.grossPence, askedPence)
}

/** What can be paid back of an order at most, in pence. */
export function leftToRefund(order: Sums): Pence {
  return largerPence(zeroPence, pence(order.totalPence - creditedOrAskedPence(order)))
}

/**
 * What a wish comes to, in pence: what was paid for the lines, or what is left of the order where that is less
 * (requirements §5). An amount is itself, even where it is more than is left.
 */
export function amountToRefund(
  order: Sums & { lines: readonly { id: string; grossPence: Pence }[] },
  wish: RefundChoice,
): Pence {
  if ('amountPence' in wish) return wish.amountPence
  const named = order.lines.filter(({ id }) => wish.lineIds.includes(id))
  return smallerPence(sumPence(named.map(({ grossPence }) => grossPence)), leftToRefund(order))
}

/** What a refund will do, before anybody confirms it; null where there is nothing to refund, or too little left. */
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
  const isEmptied = amountPence === leftBeforePence
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
    // An amount ends no access, even where it is all that is left.
    closedLineIds: isEmptied && 'lineIds' in wish ? order.lines.map(({ id }) => id) : lineIds,
  }
}
