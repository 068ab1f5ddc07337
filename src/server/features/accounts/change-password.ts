import type { Deps } from '#server/deps.ts'
import { checkPassword } from './check-password.ts'
import type { Browser } from './recognise-browser.ts'
import { replacePassword } from './replace-password.ts'

type ChangeDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type ChangeInput = {
  studentId: string
  currentPassword: string
  password: string
  userAgent: string
  browser?: Browser
}

/**
 * Gives a student a new password, with the old one.
 *
 * @throws ShopError as checkPassword and replacePassword
 */
export async function changePassword(
  deps: ChangeDeps,
  { studentId, currentPassword, password, userAgent, browser }: ChangeInput,
): Promise<{ success: true; token: string }> {
  const known = await checkPassword(deps, { studentId, password: currentPassword })
  const { token } = await replacePassword(deps, {
    owner: { kind: 'student', studentId },
    mail: { to: known.email, props: { username: known.username } },
    password,
    userAgent,
    browser,
    async write(tx, passwordHash) {
      const { count } = await tx.student.updateMany({
        where: { id: studentId, passwordHash: known.passwordHash, erasedAt: null },
        data: { passwordHash },
      })
      return count === 0 ? null : true
    },
  })
  return { success: true, token }
}
