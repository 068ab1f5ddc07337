/**
 * Lets a form say that its two passwords differ although another field is wrong too: zod would otherwise
 * wait with the comparison until everything else is right, and show one error after the other.
 */
export function bothPasswordsReadable({ value }: { value: unknown }): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('password' in value && 'confirmPassword' in value)) return false
  return typeof value.password === 'string' && typeof value.confirmPassword === 'string'
}
