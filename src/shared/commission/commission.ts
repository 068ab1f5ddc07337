import {
  largerPence,
  type Pence,
  percentOf,
  scalePence,
  subtractPence,
  zeroPence,
} from '#shared/money/money.ts'
import { checkedPercent, percentToBasisPoints } from '#shared/money/rates.ts'
import { shareByWeight } from '#shared/money/shares.ts'

/** The base of a commission, in pence: what was paid, less VAT, less the card fee (requirements §6). */
export function netForCommission(payment: { paidPence: Pence; vatPence: Pence; feePence: Pence }): Pence {
  return subtractPence(subtractPence(payment.paidPence, payment.vatPence), payment.feePence)
}

/** A referer's percentage of a net price in pence, half a penny going up; never below 0. */
export function commissionOn(net: Pence, percent: number): Pence {
  return largerPence(percentOf(net, checkedPercent(percent), 'halfUpToPenny'), zeroPence)
}

/**
 * Pence of commission still to be reversed after refunds: the refunded part of all that was earned and
 * corrected, less what was reversed before. Calculated from the totals, so that any number of part refunds never
 * reverses more than was earned, and a full refund reverses it all. Below 0 where a refund failed afterwards
 * or the earning was corrected downwards: that much is given back.
 */
export function reversalFor(input: {
  earnedPence: Pence
  reversedSoFarPence: Pence
  orderTotalPence: Pence
  refundedTotalPence: Pence
}): Pence {
  const { orderTotalPence, refundedTotalPence } = input
  if (refundedTotalPence < 0 || refundedTotalPence > orderTotalPence) {
    throw new RangeError(`Cannot have refunded ${refundedTotalPence} of ${orderTotalPence} pence`)
  }
  if (orderTotalPence === 0) return zeroPence
  const reversedPence = scalePence({
    amount: input.earnedPence,
    numerator: refundedTotalPence,
    denominator: orderTotalPence,
    rounding: 'halfUpToPenny',
  })
  return subtractPence(reversedPence, input.reversedSoFarPence)
}

/** An order's commission shared over its lines by what was paid for each, for screens that list purchases. */
export function shareCommission(
  commission: Pence,
  lines: readonly { videoId: number; paidPence: Pence }[],
): Map<number, Pence> {
  return shareByWeight(
    commission,
    lines.map(({ videoId, paidPence }) => ({ id: videoId, weight: paidPence })),
  )
}

/** Percent of the list price that the shop keeps, before VAT and card fee: (100 − discount) × (100 − commission) ÷ 100. */
export function platformKeeps(referer: { discountPercent: number; commissionPercent: number }): number {
  const paid = 10_000 - percentToBasisPoints(checkedPercent(referer.discountPercent))
  const kept = 10_000 - percentToBasisPoints(checkedPercent(referer.commissionPercent))
  return (paid * kept) / 1_000_000
}
