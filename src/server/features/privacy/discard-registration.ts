import { ShopError } from '#server/errors.ts'
import { findVerificationLink } from '#server/features/accounts/verification-link.ts'
import { type EraseDeps, eraseStudent } from './erase-student.ts'

/**
 * Removes an account that waits for its confirmation, for the owner of the mailbox who did not open it. Name and
 * address are free again.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, once it is confirmed too
 */
export async function discardRegistration(deps: EraseDeps, token: string): Promise<{ success: true }> {
  const { student, isVerified } = await findVerificationLink(deps, token)
  if (isVerified) throw new ShopError('VERIFICATION_LINK_INVALID')
  const actor = { kind: 'student', id: student.id } as const
  await eraseStudent(deps, { studentId: student.id, actor, unlessVerified: true })
  return { success: true }
}
