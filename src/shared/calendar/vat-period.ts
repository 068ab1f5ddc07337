import { londonDay, londonMidnight, monthNames } from './calendar.ts'

/**
 * When a business's VAT periods end, by the numbers of HMRC's stagger groups (Debt Management and Banking manual,
 * DMBM530020): 0 every month; 1 quarters to March, June, September, December; 2 to April, July, October, January; 3 to
 * May, August, November, February.
 */
export const STAGGERS = [0, 1, 2, 3] as const
export type Stagger = (typeof STAGGERS)[number]

/** A VAT period in London, whole months: from `start`, up to and not including `end`. */
export type VatPeriod = { label: string; start: Date; end: Date }

/** Months are counted from year 0, so that periods run on over the years. */
const monthOf = (year: number, month: number) => year * 12 + month - 1
const yearAndMonth = (month: number) => ({ year: Math.floor(month / 12), month: (month % 12) + 1 })
const twoDigits = (value: number) => String(value).padStart(2, '0')

function textOf(at: number): string {
  const { year, month } = yearAndMonth(at)
  return `${year}-${twoDigits(month)}`
}

function periodFrom(first: number, months: number): VatPeriod {
  const [begin, after] = [yearAndMonth(first), yearAndMonth(first + months)]
  return {
    label: months === 1 ? textOf(first) : `${textOf(first)}_${textOf(first + months - 1)}`,
    start: londonMidnight(begin.year, begin.month, 1),
    end: londonMidnight(after.year, after.month, 1),
  }
}

/** The VAT period of an instant. */
export function vatPeriodOf(instant: Date, stagger: Stagger): VatPeriod {
  const { year, month } = londonDay(instant)
  const at = monthOf(year, month)
  if (stagger === 0) return periodFrom(at, 1)
  // Stagger 1 begins in January, 2 in February, 3 in March.
  return periodFrom(at - ((((at - (stagger - 1)) % 3) + 3) % 3), 3)
}

/** The periods from one instant's to another's, the newest first. */
export function vatPeriodsBetween(first: Date, last: Date, stagger: Stagger): VatPeriod[] {
  const periods: VatPeriod[] = []
  let period = vatPeriodOf(last, stagger)
  while (period.end > first) {
    periods.push(period)
    period = vatPeriodOf(new Date(period.start.getTime() - 1), stagger)
  }
  return periods
}

/** The period of a label, "2026-11" or "2026-10_2026-12", whatever the stagger; null for any other text. */
export function parseVatPeriod(label: string): VatPeriod | null {
  const [, year, month, lastYear, lastMonth] = /^(2\d{3})-(\d\d)(?:_(2\d{3})-(\d\d))?$/.exec(label) ?? []
  if (year === undefined || Number(month) < 1 || Number(month) > 12) return null
  const period = periodFrom(monthOf(Number(year), Number(month)), lastYear === undefined ? 1 : 3)
  return period.label === label && Number(lastMonth ?? 1) <= 12 ? period : null
}

/** A label for people: "November 2026", "October to December 2026", "December 2026 to February 2027". */
export function vatPeriodTitle(label: string): string {
  const [first = '', last] = label.split('_')
  const [year, month] = wordsOf(first)
  if (last === undefined) return `${month} ${year}`
  const [lastYear, lastMonth] = wordsOf(last)
  return year === lastYear
    ? `${month} to ${lastMonth} ${year}`
    : `${month} ${year} to ${lastMonth} ${lastYear}`
}

function wordsOf(text: string): [string, string] {
  const [year = '', month = ''] = text.split('-')
  return [year, monthNames[Number(month) - 1] ?? month]
}
