import { londonDay, londonMidnight } from './calendar.ts'

/** A calendar quarter in London. */
export type Quarter = { year: number; quarter: 1 | 2 | 3 | 4 }

const firstMonths = { 1: 1, 2: 4, 3: 7, 4: 10 } as const

/** The London quarter of an instant: month ÷ 3, rounded up (requirements §9). */
export function quarterOf(instant: Date): Quarter {
  const { year, month } = londonDay(instant)
  if (month <= 3) return { year, quarter: 1 }
  if (month <= 6) return { year, quarter: 2 }
  return { year, quarter: month <= 9 ? 3 : 4 }
}

/** The instants of a quarter: from `start`, up to and not including `end`. */
export function rangeOf({ year, quarter }: Quarter): { start: Date; end: Date } {
  const firstMonth = firstMonths[quarter]
  return { start: londonMidnight(year, firstMonth, 1), end: londonMidnight(year, firstMonth + 3, 1) }
}

/** A quarter as records and the wire have it: "2026-Q4". */
export function labelOf({ year, quarter }: Quarter): string {
  return `${year}-Q${quarter}`
}

/** A quarter for people: "Q4 2026". */
export function titleOf({ year, quarter }: Quarter): string {
  return `Q${quarter} ${year}`
}

const numbers = { '1': 1, '2': 2, '3': 3, '4': 4 } as const

function isQuarterDigit(text: string | undefined): text is keyof typeof numbers {
  return text !== undefined && Object.hasOwn(numbers, text)
}

/** The quarter of a label "YYYY-Qn" of the years 2000 to 2999; null for any other text. */
export function parseQuarter(label: string): Quarter | null {
  const [, year, digit] = /^(2\d{3})-Q(\d)$/.exec(label) ?? []
  return isQuarterDigit(digit) ? { year: Number(year), quarter: numbers[digit] } : null
}

/** A label for the screen: one of the old records, without a year, gets "2024-" (requirements §3). */
export function displayQuarterLabel(label: string): string {
  return /^\d{4}-/.test(label) ? label : `2024-${label}`
}

/** Orders quarters from the oldest to the newest: below 0, 0 or above, as `toSorted` wants it. */
export function compareQuarters(a: Quarter, b: Quarter): number {
  return a.year - b.year || a.quarter - b.quarter
}

/** The quarter before. */
export function previousQuarter({ year, quarter }: Quarter): Quarter {
  return quarterOf(londonMidnight(year, firstMonths[quarter] - 1, 1))
}

/** The quarter after. */
export function nextQuarter({ year, quarter }: Quarter): Quarter {
  return quarterOf(londonMidnight(year, firstMonths[quarter] + 3, 1))
}

/** Whether a quarter is over in London: only then is it paid out. */
export function isClosed(quarter: Quarter, now: Date): boolean {
  return now >= rangeOf(quarter).end
}
