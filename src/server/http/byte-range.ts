/** The bytes to send, both ends included. */
export type ByteRange = { start: number; end: number }

/**
 * Reads a Range header against a file's size (RFC 9110 §14): one range, several, a suffix or an open end.
 * `whole` where there is no usable header, which must then be ignored; `unsatisfiable` where no range of it
 * lies in the file.
 */
export function parseRange(
  header: string | undefined,
  bytes: number,
): ByteRange[] | 'whole' | 'unsatisfiable' {
  const list = /^bytes=(.+)$/i.exec(header?.trim() ?? '')?.[1]?.split(',')
  // An empty file has no byte to begin a range with, and is answered as it is.
  if (bytes === 0) return 'whole'
  // Empty elements of a list count for nothing (RFC 9110 §5.6.1.2).
  const specs = list?.filter((spec) => spec.trim() !== '') ?? []
  if (specs.length === 0 || specs.length > MOST_RANGES) return 'whole'
  const ranges: ByteRange[] = []
  for (const spec of specs) {
    const parts = /^(\d*)\s*-\s*(\d*)$/.exec(spec.trim())
    if (!parts || (parts[1] === '' && parts[2] === '')) return 'whole'
    const range = toRange(parts[1] ?? '', parts[2] ?? '', bytes)
    if (range === 'invalid') return 'whole'
    if (range) ranges.push(range)
  }
  if (ranges.length === 0) return 'unsatisfiable'
  // Ranges that overlap so much that together they are more than the file are answered with the file (§14.2).
  return sumOf(ranges) > bytes ? 'whole' : ranges
}

function sumOf(ranges: readonly ByteRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start + 1, 0)
}

/** More ranges than a player ever requests are an attack on our time (RFC 9110 §14.2). */
const MOST_RANGES = 8

function toRange(first: string, last: string, bytes: number): ByteRange | 'invalid' | null {
  if (first === '') {
    const suffix = Math.min(Number(last), bytes)
    return suffix === 0 ? null : { start: bytes - suffix, end: bytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'invalid'
  if (start >= bytes) return null
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}
