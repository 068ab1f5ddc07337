import type { ShopErrorCode } from './errors.ts'

/** What an error of ours is called on the wire; every other code is a refusal's. */
export const FAULT = 'FAULT'

/** Whether a code came over the wire with a sentence for a person. A browser knows without carrying all the sentences. */
export function isRefusalCode(value: unknown): value is ShopErrorCode {
  return typeof value === 'string' && value !== FAULT
}
