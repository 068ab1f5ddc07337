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
  hour12: false,
})

const grouped = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Pence as pounds with both decimals, as sums are written: £1,234.50, −£12.00. */
export function pounds(pence: number): string {
  return `${pence < 0 ? '−' : ''}£${grouped.format(Math.abs(pence) / 100)}`
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
  return `${Number((fraction * 100).toFixed(2))}%`
}

/** Names as a sentence joins them: Navigation, Meteorology and Air Law. */
export function listOf(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
