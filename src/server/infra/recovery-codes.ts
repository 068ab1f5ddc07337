import { createHash, randomInt } from 'node:crypto'

/** Letters and digits that look different on paper (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 5

/** A code for the drawer at home: 50 random bits, as `7QK3M-0W9ZA`. */
export function newRecoveryCode(): string {
  const characters = Array.from({ length: 2 * HALF }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join(
    '',
  )
  return `${characters.slice(0, HALF)}-${characters.slice(HALF)}`
}

/** What is stored of a recovery code: the SHA-256 of its owner and the normalised code. */
export function hashRecoveryCode({ adminId, code }: { adminId: string; code: string }): string {
  return createHash('sha256')
    .update(`${adminId}:${normalise(code)}`)
    .digest('hex')
}

function normalise(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
}
