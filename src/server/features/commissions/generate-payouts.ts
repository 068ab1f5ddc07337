import type { Deps } from '#server/deps.ts'
import { isPartAway, ShopError } from '#server/errors.ts'
import { isClosed, labelOf, parseQuarter, previousQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import { type CloseOutcome, closeQuarter } from './close-quarter.ts'
import { listQuarterPayouts, listUnclosed, type PayoutRow } from './queries.ts'

type GenerateDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** `carriedForward` counts referers whose sum stays below the least payout and moves on. */
export type GeneratedPayouts = { quarter: string; payouts: PayoutRow[]; carriedForward: number }

/**
 * Makes the payouts of a quarter that is over, one short transaction for each referer. It can run twice, twice at
 * once, and again after it died in the middle: what is made stays, what is missing is made, and the answer is the
 * same. A referer whose close fails holds nobody else up; the failure is thrown at the end.
 *
 * @throws ShopError QUARTER_INVALID, QUARTER_NOT_CLOSED
 */
export async function generatePayouts(deps: GenerateDeps, quarterYear: string): Promise<GeneratedPayouts> {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  if (!isClosed(quarter, deps.clock.now())) throw new ShopError('QUARTER_NOT_CLOSED')

  const outcomes: CloseOutcome[] = []
  const failures: unknown[] = []
  for (const refererId of await listUnclosed(deps, quarterYear)) {
    try {
      const now = deps.clock.now()
      outcomes.push(await deps.db.$transaction((tx) => closeQuarter(tx, { refererId, quarter, now })))
    } catch (error) {
      if (isPartAway(error)) throw error
      deps.log.error({ err: error, refererId, quarter: quarterYear }, 'A payout could not be made')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new Error('Some payouts could not be made', { cause: failures[0] })
  return {
    quarter: quarterYear,
    payouts: await listQuarterPayouts(deps, quarterYear),
    carriedForward: outcomes.filter((outcome) => outcome === 'carried').length,
  }
}

/** The payouts of the quarter that ended last, in London. What an older one left behind is in them. */
export function generateLastQuarter(deps: GenerateDeps): Promise<GeneratedPayouts> {
  return generatePayouts(deps, labelOf(previousQuarter(quarterOf(deps.clock.now()))))
}
