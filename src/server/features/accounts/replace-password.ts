import type { EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { closeSessions } from './close-sessions.ts'
import { openSession } from './open-session.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

type ReplaceDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

type Replacement<Row> = {
  owner: { kind: 'student'; studentId: string } | { kind: 'referer'; refererId: string }
  mail: { to: string; props: Pick<EmailProps<'password-changed'>, 'account' | 'username'> }
  password: string
  userAgent: string
  browser?: Browser | undefined
  /** Step: writes the hash where the password that was checked is still the one; else null. */
  write(tx: Prisma.TransactionClient, passwordHash: string): Promise<Row | null>
}

/**
 * Puts a new password in the place of one that was just checked. Every session ends, and every link that waits in a
 * mailbox: a thief may have either. The browser that asks gets a new session and is known by the new password; the owner
 * is told by mail.
 *
 * @throws ShopError PASSWORD_TOO_COMMON, CURRENT_PASSWORD_WRONG where another change came first
 */
export async function replacePassword<Row>(
  deps: ReplaceDeps,
  { owner, mail, password, userAgent, browser = UNKNOWN_BROWSER, write }: Replacement<Row>,
): Promise<{ row: Row; token: string; expiresAt: Date }> {
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const { kind } = owner
  const person = kind === 'student' ? { studentId: owner.studentId } : { refererId: owner.refererId }
  const id = kind === 'student' ? owner.studentId : owner.refererId

  const { outboxId, ...replaced } = await deps.db.$transaction(async (tx) => {
    const row = await write(tx, passwordHash)
    // Of two changes at once the second brings a password that is no longer the current one.
    if (row === null) throw new ShopError('CURRENT_PASSWORD_WRONG')
    await closeSessions(tx, deps, person)
    const { token, expiresAt } = await openSession(tx, deps, { owner, userAgent })
    const outboxId = await queueMail(tx, deps, {
      template: 'password-changed',
      to: mail.to,
      props: { ...mail.props, how: 'changed', at: deps.clock.now().toISOString() },
    })
    return { row, token, expiresAt, outboxId }
  })
  await nudgeMail(deps, [outboxId])
  rememberBrowser(deps, { kind, id, passwordHash }, browser)
  return replaced
}
