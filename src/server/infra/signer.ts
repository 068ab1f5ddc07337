import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs short texts for URLs and cookies (HMAC-SHA256, base64url); the newest secret signs, any verifies. */
export type Signer = {
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

/** @param secrets newest first, so that they can be rotated while old URLs still work. */
export function createSigner(secrets: readonly string[]): Signer {
  const [newest] = secrets
  if (newest === undefined) throw new Error('At least one session secret is needed')
  const mac = (secret: string, purpose: string, text: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${text}`).digest()

  return {
    sign: (purpose, text) => mac(newest, purpose, text).toString('base64url'),
    verify(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      return secrets.some((secret) => {
        const right = mac(secret, purpose, text)
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
  }
}
