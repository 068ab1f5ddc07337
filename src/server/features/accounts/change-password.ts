import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { checkPassword } from './check-password.ts'
import { closeSessions } from './close-sessions.ts'
import { openSession } from './open-session.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

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
 * Sets a new password with the old one. Every session ends with it (requirements §6); the browser that made the
 * change gets a new one. Links that wait in mailboxes end too: a thief may have asked for them.
 *
 * @throws ShopError as checkPassword; PASSWORD_TOO_COMMON
 */
export async function changePassword(
  deps: ChangeDeps,
  input: ChangeInput,
): Promise<{ success: true; token: string }> {
  const { studentId, userAgent, browser = UNKNOWN_BROWSER } = input
  const student = await checkPassword(deps, { studentId, password: input.currentPassword })
  await refuseCommonPassword(input.password)
  const passwordHash = await deps.passwords.hash(input.password)

  const { token, outboxId } = await deps.db.$transaction(async (tx) => {
    // Of two changes at once the second brings a password that is no longer the current one.
    const { count } = await tx.student.updateMany({
      where: { id: studentId, passwordHash: student.passwordHash, erasedAt: null },
      data: { passwordHash },
    })
    if (count === 0) throw new ShopError('CURRENT_PASSWORD_WRONG')
    await closeSessions(tx, deps, { studentId })
    const session = await openSession(tx, deps, { owner: { kind: 'student', studentId }, userAgent })
    const outboxId = await queueMail(tx, deps, {
      template: 'password-changed',
      to: student.email,
      props: { username: student.username, how: 'changed', at: deps.clock.now().toISOString() },
    })
    return { token: session.token, outboxId }
  })
  await nudgeMail(deps, [outboxId])
  rememberBrowser(deps, { kind: 'student', id: studentId, passwordHash }, browser)
  return { success: true, token }
}
