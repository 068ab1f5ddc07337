import {
  addPence,
  largerPence,
  type Pence,
  pence,
  subtractPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import { vatOn } from '#shared/money/vat.ts'

/** The least that is paid out, without VAT (requirements §9). */
export const minimumPayoutPence = pence(1_000)

/** A line of a referer's ledger that no payout has paid yet. Reversed and forfeited amounts are negative. */
export type UnpaidEntry = {
  id: string
  /** The claim on one order; null for what concerns none, as a forfeit. */
  commissionId: string | null
  kind: 'earned' | 'reversed' | 'corrected' | 'forfeited'
  amountPence: Pence
  /** Earned on a card fee that Stripe had not reported; a `corrected` entry follows, of 0 if need be. */
  isEstimate: boolean
  /** Its commission was earned after the referer had registered for VAT, where they are registered. */
  isVatable: boolean
}

export type PayoutAmounts = { payoutPence: Pence; vatPence: Pence; totalPence: Pence }

export type PayoutPlan = {
  /** Entries that wait for Stripe to report a fee, with all others of the same commission. */
  heldEntryIds: string[]
} & (
  | ({ action: 'pay'; entryIds: string[]; vatableEntryIds: string[]; orderCount: number } & PayoutAmounts)
  | { action: 'carry'; entryIds: string[]; sumPence: Pence }
  | { action: 'forfeit'; entryIds: string[]; sumPence: Pence }
)

export type PayoutInput = {
  /** All unpaid entries up to the quarter's end. */
  entries: readonly UnpaidEntry[]
  vatRegistered: boolean
  /** A fraction: 0.2 is 20 %. */
  vatRate: number
  minimumPence: Pence
  /** An admin has ended the agreement: what is below the minimum is not carried but forfeited. */
  isEnded?: boolean
}

/**
 * What the close of a quarter does with a referer's unpaid entries (requirements §6): pays their sum from the
 * minimum up, carries less than that forward, sums below 0 too, or forfeits it where the referer was ended.
 * A payout never holds an estimate. `sumPence` of a forfeit is what the forfeiting entry deducts.
 */
export function planPayout(input: PayoutInput): PayoutPlan {
  const { settled, heldEntryIds } = holdEstimates(input.entries)
  const sum = sumOf(settled)
  const entryIds = settled.map(({ id }) => id)
  if (sum >= input.minimumPence && sum > 0) {
    const vatable = input.vatRegistered ? settled.filter(({ isVatable }) => isVatable) : []
    const orders = new Set(settled.flatMap(({ commissionId }) => commissionId ?? []))
    return {
      action: 'pay',
      heldEntryIds,
      entryIds,
      vatableEntryIds: vatable.map(({ id }) => id),
      orderCount: orders.size,
      ...payoutAmounts(sum, { vatablePence: sumOf(vatable), vatRate: input.vatRate }),
    }
  }
  const isForfeited = input.isEnded === true && forfeitedOnEnding(input.entries, input.minimumPence) > 0
  return { action: isForfeited ? 'forfeit' : 'carry', heldEntryIds, entryIds, sumPence: sum }
}

/**
 * Pence forfeited at the moment a referer is ended: the unpaid sum where it is below the minimum. 0 from the
 * minimum up, which the next close pays; 0 for a debt, which is never forfeited; and 0 while an estimate is open.
 */
export function forfeitedOnEnding(entries: readonly UnpaidEntry[], minimumPence: Pence): Pence {
  const { settled, heldEntryIds } = holdEstimates(entries)
  const sum = sumOf(settled)
  if (heldEntryIds.length > 0 || sum >= minimumPence) return zeroPence
  return largerPence(sum, zeroPence)
}

/** A payout in pence with the VAT on top of what a registered referer earned since they registered (requirements §6). */
export function payoutAmounts(
  payoutPence: Pence,
  { vatablePence, vatRate }: { vatablePence: Pence; vatRate: number },
): PayoutAmounts {
  const vatPence = vatOn(largerPence(vatablePence, zeroPence), vatRate)
  return { payoutPence, vatPence, totalPence: addPence(payoutPence, vatPence) }
}

/** What a referer is still owed without VAT, in pence: all commission less all paid payouts, never below 0. */
export function totalUnpaid(totalCommission: Pence, totalPaid: Pence): Pence {
  return largerPence(subtractPence(totalCommission, totalPaid), zeroPence)
}

/** What a referer was paid beyond what stayed earned, in pence: refunds after a payment. Never below 0. */
export function totalOverpaid(totalCommission: Pence, totalPaid: Pence): Pence {
  return totalUnpaid(totalPaid, totalCommission)
}

function holdEstimates(entries: readonly UnpaidEntry[]): { settled: UnpaidEntry[]; heldEntryIds: string[] } {
  const corrected = commissionsOf(entries.filter(({ kind }) => kind === 'corrected'))
  const estimated = commissionsOf(entries.filter(({ isEstimate }) => isEstimate))
  const isHeld = ({ commissionId }: UnpaidEntry) =>
    estimated.has(commissionId) && !corrected.has(commissionId)
  return {
    settled: entries.filter((entry) => !isHeld(entry)),
    heldEntryIds: entries.filter(isHeld).map(({ id }) => id),
  }
}

function commissionsOf(entries: readonly UnpaidEntry[]): Set<string | null> {
  return new Set(entries.map(({ commissionId }) => commissionId))
}

function sumOf(entries: readonly UnpaidEntry[]): Pence {
  return sumPence(entries.map(({ amountPence }) => amountPence))
}
