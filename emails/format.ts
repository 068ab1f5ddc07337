import { formatLondonDate, formatLondonDateTime } from '#shared/calendar/calendar.ts'
import { parseQuarter, titleOf } from '#shared/calendar/quarter.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { rateToPercent } from '#shared/money/rates.ts'

/** Pence as sums are written: £1,234.50, −£12.00. */
export function pounds(amount: number): string {
  return formatPounds(pence(amount), { sums: true })
}

/** The London day of an ISO time: 21 February 2027. */
export function longDate(iso: string): string {
  return formatLondonDate(new Date(iso))
}

/** The London wall time of an ISO time: 10:42. */
export function timeOfDay(iso: string): string {
  return formatLondonDateTime(new Date(iso)).slice(-'00:00'.length)
}

/** A fraction as percent: 0.2 is 20%. */
export function percentOfFraction(fraction: number): string {
  return `${rateToPercent(fraction)}%`
}

/** A quarter as portal and documents call it: 2026-Q3 is Q3 2026. */
export function quarterName(label: string): string {
  const quarter = parseQuarter(label)
  return quarter ? titleOf(quarter) : label
}

/** Names as a sentence joins them: Navigation, Meteorology and Air Law. */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/**
 * Letters with two cases, figures, blanks and what joins the parts of a name; a dot at the very end, as in "Jr.". Among
 * letters and figures of other kinds are some that look just like a dot.
 */
const PLAIN_NAME = /^[\p{Lu}\p{Ll}\p{M}0-9\p{Zs}_'’&(),+-]*\.?$/u
const PART_OF_ADDRESS = /https?|www|xn--|\bdot\b/i

/**
 * Whether a name that a stranger chose may stand in a mail of the shop: not where a mail program, or a reader, could
 * take it or a part of it for a web address. Names are older than this rule, so that they stay as they are.
 */
export function isMailable(name: string): boolean {
  const plain = name.normalize('NFKC')
  return PLAIN_NAME.test(plain) && !PART_OF_ADDRESS.test(plain)
}

/** The first words of a mail, by name where the name may be mailed. */
export function hello(name: string): string {
  return isMailable(name) ? `Hello ${name}.` : 'Hello.'
}
