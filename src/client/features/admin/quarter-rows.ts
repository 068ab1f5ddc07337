import { addPence, type Pence, parsePounds, subtractPence, sumPence, zeroPence } from '#shared/money.ts'
import { minimumPayoutPence } from '#shared/payout.ts'
import { compareQuarters, displayQuarterLabel, labelOf, parseQuarter, quarterOf } from '#shared/quarter.ts'
import type { PayoutOutput, ReferralOutput } from '#shared/schemas/referer.ts'

export type QuarterRow = {
  /** "2026-Q4"; old labels without a year have been given theirs. */
  label: string
  sales: number
  broughtForwardPence: Pence
  earnedPence: Pence
  payout: PayoutOutput | null
  /**
   * `unprocessed` is the running quarter with commission and no payout (requirements §4); a closed one without a
   * payout is below the minimum and carried forward, or its payout has not been made.
   */
  status: PayoutOutput['status'] | 'unprocessed' | 'carried' | 'not-made'
}

type Money = { payouts: readonly PayoutOutput[]; commissions: readonly ReferralOutput[] }

/** A referer's quarters, newest first: what was brought forward, earned and paid in each. */
export function quarterRows({ payouts, commissions }: Money, now: Date): QuarterRow[] {
  const running = quarterOf(now)
  const earned = commissions.map((sale) => ({ label: labelOf(quarterOf(new Date(sale.createdAt))), sale }))
  const paidOut = payouts.map((payout) => ({ label: displayQuarterLabel(payout.quarterYear), payout }))
  const labels = [...new Set([...earned, ...paidOut].map(({ label }) => label))].flatMap((label) => {
    const quarter = parseQuarter(label)
    return quarter ? [{ label, quarter }] : []
  })

  const rows: QuarterRow[] = []
  let carried = zeroPence
  for (const { label, quarter } of labels.toSorted((a, b) => compareQuarters(a.quarter, b.quarter))) {
    const sold = earned.filter((one) => one.label === label)
    const made = paidOut.filter((one) => one.label === label)
    const earnedPence = sumPence(sold.map(({ sale }) => parsePounds(sale.commissionAmount)))
    const due = addPence(carried, earnedPence)
    const common = { label, sales: sold.length, broughtForwardPence: carried, earnedPence }
    for (const { payout } of made) rows.push({ ...common, payout, status: payout.status })
    if (made.length === 0) {
      const isRunning = compareQuarters(quarter, running) >= 0
      rows.push({ ...common, payout: null, status: statusWithoutPayout({ due, isRunning }) })
    }
    carried = subtractPence(due, sumPence(made.map(({ payout }) => parsePounds(payout.payoutAmount))))
  }
  return rows.toReversed()
}

function statusWithoutPayout({ due, isRunning }: { due: Pence; isRunning: boolean }) {
  if (isRunning) return 'unprocessed'
  return due < minimumPayoutPence ? 'carried' : 'not-made'
}
