import {
  formatLondonDate,
  type LondonRange,
  lastMomentOfLondonDate,
  londonDay,
  toIsoLondonDate,
} from '#shared/calendar/calendar.ts'
import { lastMonths } from '#shared/calendar/month.ts'
import { previousQuarter, type Quarter, quarterOf, rangeOf, titleOf } from '#shared/calendar/quarter.ts'

/** Two days, both included, as date fields have them. */
export type Period = { from: string; to: string }

const QUARTERS = 8
const MONTHS_A_YEAR = 12

/** The running quarter and those before, newest first. */
export function recentQuarters(now: Date): (Period & { title: string })[] {
  const quarters = [quarterOf(now)]
  for (const quarter of quarters) {
    if (quarters.length < QUARTERS) quarters.push(previousQuarter(quarter))
  }
  return quarters.map((quarter) => ({ title: titleOf(quarter), ...daysOf(quarter) }))
}

/** The days of a quarter, as date fields have them. */
function daysOf(quarter: Quarter): Period {
  return daysBetween(rangeOf(quarter))
}

function daysBetween({ start, end }: LondonRange): Period {
  return { from: toIsoLondonDate(start), to: toIsoLondonDate(new Date(end.getTime() - 1)) }
}

/** A year of 1 January to 31 December. */
function daysOfYear(year: number): Period {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

/** The periods that are chosen by name, and their days; null for all there is. */
export const PERIODS = [
  ['all', 'Since the beginning', () => null],
  ['quarter', 'This quarter', (now: Date) => daysOf(quarterOf(now))],
  ['last-quarter', 'Last quarter', (now: Date) => daysOf(previousQuarter(quarterOf(now)))],
  ['year', 'This year', (now: Date) => daysOfYear(londonDay(now).year)],
  ['last-year', 'Last year', (now: Date) => daysOfYear(londonDay(now).year - 1)],
  ['twelve-months', 'The last 12 months', (now: Date) => daysBetween(lastYearOf(now))],
] as const

function lastYearOf(now: Date): LondonRange {
  const months = lastMonths(now, MONTHS_A_YEAR)
  return { start: months[0]?.start ?? now, end: months.at(-1)?.end ?? now }
}

/** "1 July 2026 to 30 September 2026"; null while a day is missing. */
export function periodText({ from, to }: Period): string | null {
  const [first, last] = [lastMomentOfLondonDate(from), lastMomentOfLondonDate(to)]
  return first && last && first <= last ? `${formatLondonDate(first)} to ${formatLondonDate(last)}` : null
}
