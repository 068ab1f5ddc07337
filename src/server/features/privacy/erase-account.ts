import type { Deps } from '#server/deps.ts'
import { checkPassword } from '#server/features/accounts/check-password.ts'
import { type EraseDeps, eraseStudent } from './erase-student.ts'

/**
 * Erases a student who asks for it, with the password.
 *
 * @throws ShopError as checkPassword and eraseStudent
 */
export async function eraseAccount(
  deps: EraseDeps & Pick<Deps, 'passwords'>,
  { studentId, password }: { studentId: string; password: string },
): Promise<{ success: true }> {
  await checkPassword(deps, { studentId, password })
  await eraseStudent(deps, { studentId, actor: { kind: 'student', id: studentId } })
  return { success: true }
}
