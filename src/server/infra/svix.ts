import { createHmac, timingSafeEqual } from 'node:crypto'

/** As Svix's own libraries have it; each attempt is signed by itself. */
const TOLERANCE_SECONDS = 300

type Signing = {
  /** `whsec_` and the key in base64. */
  secret: string
  id: string
  /** Unix time in seconds. */
  time: string
  body: string | Buffer
}

function digest({ secret, id, time, body }: Signing): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
}

type Sending = Pick<Signing, 'secret' | 'id'> & { body: string; now: Date }

/** The headers of a signed request, as Standard Webhooks names them: the same signature over id, time and body. */
export function signedHeaders({ secret, id, body, now }: Sending): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${digest({ secret, id, time, body }).toString('base64')}`,
  }
}

type SvixRequest = {
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
  const expected = digest({ secret, id, time, body })
  // Several while the secret is being replaced.
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(/^v1,(.+)$/.exec(entry)?.[1] ?? '', 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
