import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { closeSessions } from '#server/features/accounts/close-sessions.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import { refuseCommonPassword } from '#server/features/accounts/refuse-common-password.ts'
import { voidLinks } from '#server/features/accounts/void-links.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { presentLogin } from './present.ts'
import { REFERER_FIELDS } from './queries.ts'
import type { OpenedPortal } from './sign-in.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'config' | 'queue' | 'log'>
type ChangeInput = { refererId: string; currentPassword: string; newPassword: string; userAgent: string }

/**
 * Gives a referer a new password. Every session ends, the one that asks too, and a new one is opened for it:
 * whoever had copied the old token is out. Links to set another one that wait in mailboxes end too. The address, which
 * a referer cannot change themselves, is told.
 */
export async function changePassword(
  deps: ChangeDeps,
  { refererId, currentPassword, newPassword, userAgent }: ChangeInput,
): Promise<OpenedPortal> {
  const found = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: { name: true, contactEmail: true, referralCode: true, passwordHash: true },
  })
  if (!found) throw new ShopError('NOT_SIGNED_IN')
  // Guessing here counts as guessing at the door.
  const account = `referer:${found.referralCode}`
  await deps.limits.consume('signInAccount', account)
  const isRight = await deps.passwords.verify(found.passwordHash, currentPassword)
  if (!isRight) throw new ShopError('CURRENT_PASSWORD_WRONG')
  await refuseCommonPassword(newPassword)
  const passwordHash = await deps.passwords.hash(newPassword)

  const { opened, outboxId } = await deps.db.$transaction(async (tx) => {
    const [referer] = await tx.referer.updateManyAndReturn({
      where: { id: refererId, passwordHash: found.passwordHash, endedAt: null },
      data: { passwordHash, mustChangePassword: false },
      select: REFERER_FIELDS,
    })
    if (!referer) throw new ShopError('CONFLICT')
    await voidLinks(tx, deps, { refererId, purposes: ['resetPassword'] })
    await closeSessions(tx, deps, { refererId })
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.passwordChanged',
      subject: { kind: 'referer', id: refererId },
    })
    const session = await openSession(tx, deps, { owner: { kind: 'referer', refererId }, userAgent })
    const outboxId = await queueMail(tx, deps, {
      template: 'password-changed',
      to: found.contactEmail,
      props: {
        account: 'referer',
        username: found.name,
        how: 'changed',
        at: deps.clock.now().toISOString(),
      },
    })
    const login = presentLogin(referer, session.token)
    return { opened: { login, expiresAt: session.expiresAt }, outboxId }
  })
  await nudgeMail(deps, [outboxId])
  await deps.limits.reset('signInAccount', account)
  return opened
}
