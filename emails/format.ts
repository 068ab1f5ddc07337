import { formatPounds, pence } from '#shared/money.ts'
import { rateToPercent } from '#shared/rates.ts'

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Pence as sums are written: £1,234.50, −£12.00. */
export function pounds(amount: number): string {
  return formatPounds(pence(amount), { sums: true })
}

/** The London calendar day of an ISO time: 21 February 2027. */
export function longDate(iso: string): string {
  return day.format(new Date(iso))
}

/** The London wall time of an ISO time: 10:42. */
export function timeOfDay(iso: string): string {
  return clock.format(new Date(iso))
}

/** A fraction as percent without needless decimals: 0.2 is 20%. */
export function percentOfFraction(fraction: number): string {
  return `${rateToPercent(fraction)}%`
}

/** Names as a sentence joins them: Navigation, Meteorology and Air Law. */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
