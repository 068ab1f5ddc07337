import type { Deps } from '#server/deps.ts'
import { checkCurrentPassword } from './check-current-password.ts'

export type KnownStudent = {
  id: string
  username: string
  email: string
  emailKey: string
  passwordHash: string
}

/** Asks a signed-in student for the password again. @throws ShopError as checkCurrentPassword */
export function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { studentId, password }: { studentId: string; password: string },
): Promise<KnownStudent> {
  return checkCurrentPassword(deps, {
    id: studentId,
    password,
    find: () =>
      deps.db.student.findFirst({
        where: { id: studentId, erasedAt: null },
        select: { id: true, username: true, email: true, emailKey: true, passwordHash: true },
      }),
  })
}
