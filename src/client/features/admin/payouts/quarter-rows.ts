import { compareQuarters, displayQuarterLabel, parseQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { addPence, type Pence, parsePounds, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import type { RefererQuarterOutput } from '#shared/schemas/admin-reports.ts'
import type { AdminPayoutOutput } from '#shared/schemas/payouts.ts'

export type QuarterRow = {
  /** "2026-Q4"; old labels without a year have been given theirs. */
  label: string
  sales: number
  broughtForwardPence: Pence
  earnedPence: Pence
  payout: AdminPayoutOutput | null
  /**
   * `unprocessed` is the running quarter with commission and no payout (requirements §4). A closed one without a
   * payout waits for it (`not-made`), was forfeited, has nothing left, or is carried forward: below the minimum, or
   * until a card fee is known (`waiting`).
   */
  status:
    | AdminPayoutOutput['status']
    | 'unprocessed'
    | 'not-made'
    | 'forfeited'
    | 'nothing'
    | 'carried'
    | 'waiting'
}

type Money = { payouts: readonly AdminPayoutOutput[]; quarters: readonly RefererQuarterOutput[] }

/** A referer's quarters, newest first: what was brought forward, earned and paid in each. */
export function quarterRows({ payouts, quarters }: Money, now: Date): QuarterRow[] {
  const running = quarterOf(now)
  const paidOut = payouts.map((payout) => ({ label: displayQuarterLabel(payout.quarterYear), payout }))
  const all = [...quarters.map(({ quarterYear }) => quarterYear), ...paidOut.map(({ label }) => label)]
  const labels = [...new Set(all)].flatMap((label) => {
    const quarter = parseQuarter(label)
    return quarter ? [{ label, quarter }] : []
  })

  const rows: QuarterRow[] = []
  let carried = zeroPence
  for (const { label, quarter } of labels.toSorted((a, b) => compareQuarters(a.quarter, b.quarter))) {
    const ledger = quarters.find(({ quarterYear }) => quarterYear === label)
    const made = paidOut.filter((one) => one.label === label)
    const earnedPence = ledger ? parsePounds(ledger.earnedAmount) : zeroPence
    const forfeitedPence = ledger ? parsePounds(ledger.forfeitedAmount) : zeroPence
    const duePence = addPence(addPence(carried, earnedPence), forfeitedPence)
    const common = { label, sales: ledger?.sales ?? 0, broughtForwardPence: carried, earnedPence }
    for (const { payout } of made) rows.push({ ...common, payout, status: payout.status })
    if (made.length === 0) {
      const isRunning = compareQuarters(quarter, running) >= 0
      const isUnprocessed = ledger?.isUnprocessed ?? false
      const status = statusWithoutPayout({ duePence, forfeitedPence, isRunning, isUnprocessed })
      rows.push({ ...common, payout: null, status })
    }
    carried = subtractPence(duePence, sumPence(made.map(({ payout }) => parsePounds(payout.payoutAmount))))
  }
  return rows.toReversed()
}

type Unpaid = { duePence: Pence; forfeitedPence: Pence; isRunning: boolean; isUnprocessed: boolean }

function statusWithoutPayout({ duePence, forfeitedPence, isRunning, isUnprocessed }: Unpaid) {
  if (isUnprocessed) return 'not-made'
  if (forfeitedPence !== zeroPence) return 'forfeited'
  if (isRunning) return 'unprocessed'
  if (duePence === zeroPence) return 'nothing'
  return duePence < minimumPayoutPence ? 'carried' : 'waiting'
}
