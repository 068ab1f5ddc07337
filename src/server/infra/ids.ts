import { createHash, randomBytes } from 'node:crypto'
import { systemClock } from './clock.ts'

let lastMillisecond = 0
let sequence = 0

/** An opaque id of 32 hex digits that sorts by the time given: UUID version 7 (RFC 9562 §5.7, a counter in `rand_a`) without dashes. */
export function newId(now: Date = systemClock.now()): string {
  const millisecond = now.getTime()
  sequence = millisecond === lastMillisecond ? (sequence + 1) & 0xfff : 0
  lastMillisecond = millisecond
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0) // the two bits of the variant
  return `${hex(millisecond, 12)}7${hex(sequence, 3)}${random.toString('hex')}`
}

/** A secret for a link, cookie or session: 32 random bytes in base64url, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: its SHA-256 in hex, so that a stolen dump opens no session. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
