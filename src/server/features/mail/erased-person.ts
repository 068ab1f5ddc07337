import { keyOf } from '#shared/text/text-key.ts'

/** What stands in the place of an address that was erased. */
export const FORGOTTEN = 'erased'

/**
 * What stands in the place of a student who was erased (UK GDPR art. 17): the id alone, which is in the ledger and
 * on no list of people. The domain can never receive mail (RFC 2606 §2).
 */
const DOMAIN = 'erased.invalid'

export function erasedName(id: string): string {
  return `erased-${id}`
}

export function erasedEmail(id: string): string {
  return `erased-${id}@${DOMAIN}`
}

/** Whether an address stands for somebody who was erased: no mail is written to it. */
export function isErasedEmail(email: string): boolean {
  return keyOf(email).endsWith(`@${DOMAIN}`)
}
