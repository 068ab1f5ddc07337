import type { z } from 'zod'
import type { UserOutput, verifyResetTokenOutput } from '#shared/schemas/auth.ts'
import type { ResetLink } from './queries.ts'

/** A student as their own browser knows them. */
export function presentStudent({ id, username, email }: UserOutput): UserOutput {
  return { id, username, email }
}

/** A reset link as its holder may see it; null is a link that does not work. */
export function presentResetLink(link: ResetLink | null): z.output<typeof verifyResetTokenOutput> {
  if (!link) return { valid: false, email: null, type: null }
  return { valid: true, email: link.email, type: link.owner.type }
}
