import { formatLondonDate, lastMomentOfLondonDate, toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { previousQuarter, quarterOf, rangeOf, titleOf } from '#shared/calendar/quarter.ts'

/** Two days, both included, as date fields have them. */
export type Period = { from: string; to: string }

const QUARTERS = 8

/** The running quarter and those before, newest first. */
export function recentQuarters(now: Date): (Period & { title: string })[] {
  const quarters = [quarterOf(now)]
  for (const quarter of quarters) {
    if (quarters.length < QUARTERS) quarters.push(previousQuarter(quarter))
  }
  return quarters.map((quarter) => {
    const { start, end } = rangeOf(quarter)
    return {
      title: titleOf(quarter),
      from: toIsoLondonDate(start),
      to: toIsoLondonDate(new Date(end.getTime() - 1)),
    }
  })
}

/** "1 July 2026 to 30 September 2026"; null while a day is missing. */
export function periodText({ from, to }: Period): string | null {
  const [first, last] = [lastMomentOfLondonDate(from), lastMomentOfLondonDate(to)]
  return first && last && first <= last ? `${formatLondonDate(first)} to ${formatLondonDate(last)}` : null
}
