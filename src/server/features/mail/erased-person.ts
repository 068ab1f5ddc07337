import { keyOf } from '#shared/text/text-key.ts'

/** Replaces an erased address. */
export const FORGOTTEN = 'erased'

/**
 * Replaces the name and address of an erased student (UK GDPR art. 17) by the id, which the ledger still uses. The
 * domain can never receive mail (RFC 2606 §2).
 */
const DOMAIN = 'erased.invalid'

export function erasedName(id: string): string {
  return `erased-${id}`
}

export function erasedEmail(id: string): string {
  return `erased-${id}@${DOMAIN}`
}

/** Whether an address is that of an erased person: no mail is written to it. */
export function isErasedEmail(email: string): boolean {
  return keyOf(email).endsWith(`@${DOMAIN}`)
}
