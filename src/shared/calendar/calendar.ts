import { TZDateMini } from '@date-fns/tz'
import { addDays, addHours, addMonths, differenceInCalendarDays, startOfDay } from 'date-fns'

/** The shop keeps London time: terms, days and quarters begin and end there, whatever the machine's zone. */
const zone = 'Europe/London'

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

function inLondon(instant: Date): Date {
  return new TZDateMini(instant.getTime(), zone)
}

/** Back to a plain Date, whose methods and JSON are UTC as everywhere else. */
function plain(date: Date): Date {
  return new Date(date.getTime())
}

/** The instant at which a London day begins; months count from 1, and 13 is January of the next year. */
export function londonMidnight(year: number, month: number, day: number): Date {
  return plain(new TZDateMini(year, month - 1, day, zone))
}

/** Year, month (from 1) and day of an instant in London. */
export function londonDay(instant: Date): { year: number; month: number; day: number } {
  const local = inLondon(instant)
  return { year: local.getFullYear(), month: local.getMonth() + 1, day: local.getDate() }
}

/**
 * The instant some calendar months later at the same London wall time, on the last day of the month where it
 * has no such day: 31 January and 3 months is 30 April (requirements §5). A wall time that the change to
 * summer time leaves out becomes the one an hour later; one that comes twice in autumn is the later.
 */
export function addCalendarMonths(instant: Date, months: number): Date {
  const end = addMonths(inLondon(instant), months)
  // Which of two equal wall times the library takes depends on the machine's zone: take the later everywhere.
  const hourLater = inLondon(addHours(end, 1))
  return plain(hourLater.getHours() === end.getHours() ? hourLater : end)
}

/** How many calendar months lie between the London months of two instants. */
export function londonMonthsBetween(from: Date, to: Date): number {
  const [a, b] = [londonDay(from), londonDay(to)]
  return 12 * (b.year - a.year) + b.month - a.month
}

/** The instant at which the London day so many days before that of an instant begins. */
export function startOfLondonDayBefore(instant: Date, days: number): Date {
  return plain(addDays(startOfDay(inLondon(instant)), -days))
}

/**
 * The last moment of the London day so many days after that of an instant: a period of 14 days after the day of a
 * contract ends with it (Consumer Contracts Regulations 2013, reg. 30).
 */
export function lastMomentOfLondonDay(instant: Date, daysLater: number): Date {
  return new Date(addDays(startOfDay(inLondon(instant)), daysLater + 1).getTime() - 1)
}

/** How many London days lie between two instants: 0 on the same day. */
export function londonDaysBetween(from: Date, to: Date): number {
  return differenceInCalendarDays(inLondon(to), inLondon(from))
}

/** The last moment of a London day written "2027-01-03"; null for any text that names no day. */
export function lastMomentOfLondonDate(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.slice(1).map(Number)
  const [year = 0, month = 0, day = 0] = parts ?? []
  const start = londonMidnight(year, month, day)
  return parts && toIsoLondonDate(start) === text ? lastMomentOfLondonDay(start, 0) : null
}

/** From one instant up to and not including another. */
export type LondonRange = { start: Date; end: Date }

/** The instants of the London days from one to another, both written "2027-01-03"; null for texts that name none. */
export function rangeOfLondonDates(from: string, to: string): LondonRange | null {
  const [first, last] = [lastMomentOfLondonDate(from), lastMomentOfLondonDate(to)]
  if (first === null || last === null || last < first) return null
  const { year, month, day } = londonDay(first)
  return { start: londonMidnight(year, month, day), end: new Date(last.getTime() + 1) }
}

/** Noon of a London day written "2027-01-03"; null for any text that names no day. */
export function noonOfLondonDate(text: string): Date | null {
  const lastMoment = lastMomentOfLondonDate(text)
  if (lastMoment === null) return null
  const { year, month, day } = londonDay(lastMoment)
  return plain(new TZDateMini(year, month - 1, day, 12, zone))
}

/** The London day of an instant for people: "3 January 2027". */
export function formatLondonDate(instant: Date): string {
  const { year, month, day } = londonDay(instant)
  return `${day} ${monthNames[month - 1]} ${year}`
}

/** London day and time of an instant for people: "3 January 2027, 14:05". */
export function formatLondonDateTime(instant: Date): string {
  const local = inLondon(instant)
  return `${formatLondonDate(instant)}, ${twoDigits(local.getHours())}:${twoDigits(local.getMinutes())}`
}

/** The London day of an instant for files and spreadsheets: "2027-01-03". */
export function toIsoLondonDate(instant: Date): string {
  const { year, month, day } = londonDay(instant)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
