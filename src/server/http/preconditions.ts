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

function parseHttpDate(text: string | undefined): Date | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time)
}
