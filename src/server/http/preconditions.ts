import type { FastifyRequest } from 'fastify'

/** If-Match, If-Unmodified-Since, If-None-Match, If-Modified-Since, in the order of RFC 9110 §13.2.2. */
export function checkPreconditions(
  request: FastifyRequest,
  entityTag: string | null,
  lastModified: Date,
): 304 | 412 | null {
  const { headers } = request
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*' && !listsTag(ifMatch, entityTag)) return 412
  } else if (isBefore(headers['if-unmodified-since'], lastModified)) {
    return 412
  }
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch.trim() === '*' || listsTag(ifNoneMatch.replaceAll('W/', ''), entityTag) ? 304 : null
  }
  const since = parseHttpDate(headers['if-modified-since'])
  return since && lastModified <= since ? 304 : null
}

/** Whether a Range may be honoured: the file is still the one that If-Range names (RFC 9110 §13.1.5). */
export function ifRangeHolds(
  header: string | string[] | undefined,
  entityTag: string | null,
  lastModified: Date,
): boolean {
  if (header === undefined) return true
  const text = String(header).trim()
  if (text.startsWith('"')) return text === entityTag
  const date = parseHttpDate(text)
  return date !== null && date.getTime() === lastModified.getTime()
}

function listsTag(header: string, entityTag: string | null): boolean {
  return entityTag !== null && header.split(',').some((tag) => tag.trim() === entityTag)
}

function isBefore(header: string | undefined, lastModified: Date): boolean {
  const date = parseHttpDate(header)
  return date !== null && date < lastModified
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})'
/** The one form in use and the two obsolete ones, each of which must be understood (RFC 9110 §5.6.7). */
const DATE_FORMS = [
  new RegExp(`^\\w{3}, (?<day>\\d{2}) (?<month>\\w{3}) (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^\\w{6,9}, (?<day>\\d{2})-(?<month>\\w{3})-(?<year>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^\\w{3} (?<month>\\w{3}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
]

/** Null for anything else: a date that is none is ignored. */
function parseHttpDate(text: string | undefined): Date | null {
  const groups = DATE_FORMS.map((form) => form.exec(text?.trim() ?? '')?.groups).find(Boolean)
  if (!groups) return null
  const { day = '', month = '', year = '', time = '' } = groups
  const number = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
  const date = new Date(`${fullYear(year)}-${number}-${day.trim().padStart(2, '0')}T${time}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** Two digits are of this century unless that is far off: no such date was written after 2070. */
function fullYear(year: string): string {
  if (year.length === 4) return year
  return Number(year) < 70 ? `20${year}` : `19${year}`
}
