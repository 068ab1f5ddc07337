import { type Pence, pence, smallerPence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { isPaidOut, type RefundState } from '#shared/refunds/refund-states.ts'

/** A refund or a dispute: the money it took for good, and what stands credited for it. */
export type Movement = { id: string; takenPence: Pence; creditedPence: Pence }

/**
 * What has to stand credited of each movement, by id: together what they took, at most what was paid
 * (docs/refunds.md). A credit stays where it is while it can, so that no credit note is cancelled without need; what
 * becomes free goes to the next movement that was credited with less than it took.
 */
export function creditsFor(paidPence: Pence, movements: readonly Movement[]): Map<string, Pence> {
  const kept = movements.map(({ takenPence, creditedPence }) => smallerPence(creditedPence, takenPence))
  const takenPence = sumPence(movements.map((movement) => movement.takenPence))
  let leftPence = smallerPence(paidPence, takenPence) - sumPence(kept)
  return new Map(
    movements.map(({ id, takenPence: taken }, index) => {
      const credited = kept[index] ?? zeroPence
      const more = Math.max(0, Math.min(leftPence, taken - credited))
      leftPence -= more
      return [id, pence(credited + more)]
    }),
  )
}

/** A payment with its refunds and disputes, as far as its money goes. */
type RefundedPayment = {
  amountPence: number
  refunds: readonly (RefundState & { amountPence: number })[]
  disputes: readonly { takenPence: number }[]
}

/** What neither refunds nor a bank took; below 0 where a bank took what was refunded before. */
export function leftOfPayment({ amountPence, refunds, disputes }: RefundedPayment): Pence {
  const takenPence = sumPence([
    ...refunds.filter(isPaidOut).map((refund) => pence(refund.amountPence)),
    ...disputes.map((dispute) => pence(dispute.takenPence)),
  ])
  return subtractPence(pence(amountPence), takenPence)
}

/** Whether the last refund that was paid out was an amount that ends no access; the oldest refund comes first. */
export function lastRefundKeepsAccess(refunds: readonly (RefundState & { keepsAccess: boolean })[]): boolean {
  return refunds.filter(isPaidOut).at(-1)?.keepsAccess ?? false
}

/** The reason of a refund without a typed one, as the credit note prints it. */
export const REFUND_REASONS = {
  cancelled: 'The order had been cancelled',
  owned: 'The film was already owned when the payment came in',
  disputed: 'The payment was disputed and the bank returned it',
  refunded: 'Refund',
} as const

/** The reasons that Stripe's own page offers. */
const CHOSEN_AT_STRIPE: Readonly<Record<string, string>> = {
  duplicate: 'The payment was made twice',
  fraudulent: 'The payment was not made by the holder of the card',
  requested_by_customer: 'Refund asked for by the buyer',
}

export function reasonChosenAtStripe(reason: string | null): string {
  return (reason !== null && CHOSEN_AT_STRIPE[reason]) || REFUND_REASONS.refunded
}
