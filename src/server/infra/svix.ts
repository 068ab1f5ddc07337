import { createHmac, timingSafeEqual } from 'node:crypto'

/** As Svix's own libraries have it; each attempt is signed by itself. */
const TOLERANCE_SECONDS = 300

type SvixRequest = {
  /** `whsec_` and the key in base64. */
  secret: string
  headers: Readonly<Record<string, unknown>>
  body: Buffer
  now: Date
}

/** Whether a request carries a signature of Svix over id, time and body, of the last five minutes. */
export function isSignedBySvix({ secret, headers, body, now }: SvixRequest): boolean {
  const { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': signatures } = headers
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signatures !== 'string') return false
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  // Several while the secret is being replaced.
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(/^v1,(.+)$/.exec(entry)?.[1] ?? '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
