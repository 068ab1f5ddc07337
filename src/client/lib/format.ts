import { smallNumbers } from '#shared/commission/small-numbers.ts'
import { formatPounds, parsePounds } from '#shared/money/money.ts'
import { rateToPercent } from '#shared/money/rates.ts'

/** The only place where the client turns times and wire strings into words. */

/** Made when first used: a browser takes 20 ms and more to learn of zones and languages. */
function inLondon(options: Intl.DateTimeFormatOptions): (iso: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (iso) => {
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options })
    return format.format(new Date(iso))
  }
}

/** "3 January 2027", in London, from ISO 8601. */
export const formatDay = inLondon({ dateStyle: 'long' })

/** "3 Jan 2027", for tables. */
export const formatShortDay = inLondon({ day: 'numeric', month: 'short', year: 'numeric' })

const weekday = inLondon({ weekday: 'short', day: 'numeric', month: 'short' })

/** "Sun 3 Jan", with the year where it is not that of `today`: "Sun 3 Jan 2027". */
export function formatWeekday(day: string, today: string): string {
  const year = day.slice(0, 4)
  // Some browsers put a comma behind the weekday.
  return `${weekday(day).replace(',', '')}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

/** "3 January 2027 at 14:05", in London. */
export const formatMinute = inLondon({ dateStyle: 'long', timeStyle: 'short' })

/** "3 Jan 2027, 14:05", in London, for tables. */
export const formatShortMinute = inLondon({ dateStyle: 'medium', timeStyle: 'short' })

/** A wire string of pounds for people: "60.00" is "£60", in sums "£60.00". */
export function formatPrice(pounds: string, options?: { sums?: boolean }): string {
  return formatPounds(parsePounds(pounds), options)
}

/** A sum on the wire for people: "60.00" is "£60.00". */
export function formatSum(pounds: string): string {
  return formatPrice(pounds, { sums: true })
}

/** A rate as people say it: 0.2 is "20%". */
export function formatRate(rate: number): string {
  return `${rateToPercent(rate)}%`
}

/** "10 h 17 min"; hours alone where they are whole. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const LARGEST_IN_WORDS = 12

/** Small counts in words: 2 is "two"; from 13 on in figures. */
export function inWords(count: number): string {
  return (count <= LARGEST_IN_WORDS && smallNumbers[count]) || String(count)
}

/** "one video", "two videos". */
export function videosInWords(count: number): string {
  return `${inWords(count)} ${count === 1 ? 'film' : 'films'}`
}

/** The first letter in capitals, for a sentence that begins with a count. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g

/** An address with its British postcodes held on one line. */
export function keepPostcode(address: string): string {
  return address.replace(POSTCODE, '$1\u00a0$2')
}
