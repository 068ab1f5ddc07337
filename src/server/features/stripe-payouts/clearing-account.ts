import { formatPounds, negatePence, type Pence, pence, subtractPence, sumPence } from '#shared/money/money.ts'

/** What a balance transaction is to the books, by Stripe's reporting category. */
export type MovementKind = 'charge' | 'refund' | 'dispute' | 'stripeFee' | 'payout' | 'other'

const KINDS: Readonly<Record<string, MovementKind>> = {
  charge: 'charge',
  charge_failure: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'stripeFee',
  payout: 'payout',
  payout_reversal: 'payout',
}

/** @see "Reporting categories" of Stripe's documentation */
export function movementKind(category: string): MovementKind {
  return KINDS[category] ?? 'other'
}

/** A balance transaction, with what the books know of its source. */
export type Movement = {
  transactionId: string
  payoutId: string | null
  category: string
  currency: string
  description: string | null
  sourceId: string | null
  at: Date
  amountPence: Pence
  feePence: Pence
  netPence: Pence
  orderId: string | null
  /** Of that order. */
  invoiceNumber: string | null
  /** What the books say of the source; null: they do not know it. The fee is null where it is an estimate, or none. */
  booked: { amountPence: Pence; feePence: Pence | null } | null
}

/** The sums of the clearing account; `differencePence` is 0 where it balances. */
export type ClearingAccount = {
  grossPence: Pence
  refundsPence: Pence
  disputesPence: Pence
  otherPence: Pence
  /** What Stripe kept, as an amount below 0. */
  feesPence: Pence
  /** What went to the bank, less what came back, as an amount below 0. */
  paidOutPence: Pence
  /** Not paid out yet, as an amount below 0 where Stripe owes it. */
  atStripePence: Pence
  differencePence: Pence
}

type Cleared = Pick<Movement, 'category' | 'payoutId' | 'amountPence' | 'feePence' | 'netPence'>

/**
 * The clearing account over transactions: charges less refunds, disputes and fees is what was paid out and what is still
 * at Stripe. What is in a payout must sum to it, so the difference is that of all payouts.
 */
export function clearingAccount(movements: readonly Cleared[]): ClearingAccount {
  const sumOf = (kind: MovementKind) =>
    sumPence(
      movements
        .filter(({ category }) => movementKind(category) === kind)
        .map(({ amountPence }) => amountPence),
    )
  const sums = {
    grossPence: sumOf('charge'),
    refundsPence: sumOf('refund'),
    disputesPence: sumOf('dispute'),
    otherPence: sumOf('other'),
    feesPence: subtractPence(sumOf('stripeFee'), sumPence(movements.map(({ feePence }) => feePence))),
    paidOutPence: sumOf('payout'),
    atStripePence: negatePence(
      sumPence(movements.filter(({ payoutId }) => payoutId === null).map(({ netPence }) => netPence)),
    ),
  }
  return { ...sums, differencePence: sumPence(Object.values(sums)) }
}

/** Something that does not fit; the subject is Stripe's id of it. */
export type Problem = { subjectId: string; text: string }

const pounds = (amount: Pence) => formatPounds(amount, { sums: true })
const size = (amount: number) => pounds(pence(Math.abs(amount)))

const NOUNS: Readonly<Record<MovementKind, string>> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  stripeFee: 'Fee',
  payout: 'Payout',
  other: 'Adjustment',
}

/** Why a transaction is not explained by the books; null where it is. */
export function explainMovement(movement: Movement): Problem | null {
  const { transactionId, category, sourceId, description, orderId, booked } = movement
  const kind = movementKind(category)
  const what = `${NOUNS[kind]} ${sourceId ?? transactionId} of ${pounds(movement.amountPence)}`
  const problem = (text: string) => ({ subjectId: sourceId ?? transactionId, text })
  if (movement.currency !== 'gbp') return problem(`${what} is not in pounds sterling.`)
  // What Stripe takes for itself has no order, and its description says what it is for.
  if (kind === 'stripeFee') return null
  if (kind === 'other') return problem(`${what} (${description ?? category}) is unknown.`)
  if (kind === 'payout')
    return booked ? explainAmount(movement, what) : problem(`${what} is missing from the payouts.`)
  if (orderId === null) return problem(`${what} belongs to no order.`)
  if (!booked) return problem(`${what} is not in the books of order ${orderId}.`)
  return explainAmount(movement, what)
}

/** The books have it: with the same amount and the same fee? */
function explainAmount(movement: Movement, what: string): Problem | null {
  const { amountPence, feePence, booked, sourceId, transactionId } = movement
  if (!booked) return null
  const subjectId = sourceId ?? transactionId
  if (Math.abs(amountPence) !== Math.abs(booked.amountPence)) {
    return { subjectId, text: `${what} is ${size(booked.amountPence)} in the books.` }
  }
  if (booked.feePence !== null && booked.feePence !== feePence) {
    return {
      subjectId,
      text: `The fee of ${what} is ${pounds(feePence)} at Stripe and ${pounds(booked.feePence)} in the books.`,
    }
  }
  return null
}

type PayoutOfLines = {
  payoutId: string
  amountPence: Pence
  isAutomatic: boolean
  isListed: boolean
  status: string
  failure: string | null
  /** The payout with which the money of one that failed left again; null: it did not. */
  paidAgainWith: string | null
}

/** What does not fit about a payout: it is the sum of its lines, and arrived, or left again with another. */
export function explainPayout(payout: PayoutOfLines, linesPence: Pence): Problem | null {
  const { payoutId, amountPence, status } = payout
  const problem = (text: string) => ({ subjectId: payoutId, text })
  if (payout.isListed && linesPence !== amountPence) {
    const gap = size(subtractPence(amountPence, linesPence))
    return problem(
      `Payout ${payoutId} of ${pounds(amountPence)} has lines of ${pounds(linesPence)}: ${gap} is missing.`,
    )
  }
  if (status !== 'failed' || payout.paidAgainWith !== null) return null
  const why = payout.failure === null ? '' : `: ${payout.failure}`
  return problem(`Payout ${payoutId} of ${pounds(amountPence)} was sent back by the bank${why}`)
}
