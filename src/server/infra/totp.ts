import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
const DIGITS = 6
const SECRET_BYTES = 20
/** A phone's clock may be a step off, either way. */
const WINDOW_STEPS = 1

/** A new shared secret of an authenticator app: 160 random bits (RFC 4226 §4), in base32 as people type it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What an app reads from the QR code: issuer, account and secret. */
export function totpUri({ secret, issuer, account }: { secret: string; issuer: string; account: string }) {
  return createTotp(secret, { issuer, label: account }).toString()
}

/** The time step (RFC 6238) these digits belong to, at most one from `now`'s; null when they are wrong. */
export function findTotpStep({
  secret,
  code,
  now,
}: {
  secret: string
  code: string
  now: Date
}): number | null {
  const timestamp = now.getTime()
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW_STEPS })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: DIGITS, period: STEP_SECONDS })
}
