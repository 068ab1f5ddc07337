import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

export type KnownStudent = {
  id: string
  username: string
  email: string
  emailKey: string
  passwordHash: string
}

/**
 * Asks a signed-in student for the password again before something that cannot be undone. A stolen session gets ten
 * tries in 15 minutes, counted apart from sign-in, so that nobody outside can use the tries up.
 *
 * @throws ShopError RATE_LIMITED, CURRENT_PASSWORD_WRONG, NOT_SIGNED_IN once erased
 */
export async function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { studentId, password }: { studentId: string; password: string },
): Promise<KnownStudent> {
  const key = `again:${studentId}`
  await deps.limits.consume('signInAccount', key)
  const student = await deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: { id: true, username: true, email: true, emailKey: true, passwordHash: true },
  })
  if (!student) throw new ShopError('NOT_SIGNED_IN')
  if (!(await deps.passwords.verify(student.passwordHash, password))) {
    throw new ShopError('CURRENT_PASSWORD_WRONG')
  }
  await deps.limits.reset('signInAccount', key)
  return student
}
