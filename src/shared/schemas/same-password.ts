/**
 * Lets a form say that its two passwords differ although another field is wrong too: zod would otherwise
 * wait with the comparison until everything else is right, and show one error after the other.
 */
function bothPasswordsReadable({ value }: { value: unknown }): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!('password' in value && 'confirmPassword' in value)) return false
  return typeof value.password === 'string' && typeof value.confirmPassword === 'string'
}

type TwoPasswords = { password: string; confirmPassword: string }

/** The rule of a form that has its new password twice. `orEmpty`: an empty second one has an error of its own. */
export function samePassword(error: string, { orEmpty = false } = {}) {
  const isSame = ({ password, confirmPassword }: TwoPasswords) =>
    password === confirmPassword || (orEmpty && confirmPassword === '')
  const path: PropertyKey[] = ['confirmPassword']
  return [isSame, { path, error, when: bothPasswordsReadable }] as const
}
