import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { closeSessions } from '#server/features/accounts/close-sessions.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import {
  type Browser,
  rememberBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { refuseCommonPassword } from '#server/features/accounts/refuse-common-password.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { checkPassword } from './check-password.ts'
import { presentLogin } from './present.ts'
import { REFERER_FIELDS } from './queries.ts'
import type { OpenedPortal } from './sign-in.ts'

type ChangeDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type ChangeInput = {
  refererId: string
  currentPassword: string
  newPassword: string
  userAgent: string
  browser?: Browser
}

/**
 * Gives a referer a new password. Every session ends, the one that asks too, and a new one is opened for it:
 * whoever had copied the old token is out. Links to set another one that wait in mailboxes end too. The address, which
 * a referer cannot change themselves, is told.
 */
export async function changePassword(
  deps: ChangeDeps,
  { refererId, currentPassword, newPassword, userAgent, browser = UNKNOWN_BROWSER }: ChangeInput,
): Promise<OpenedPortal> {
  const known = await checkPassword(deps, { refererId, password: currentPassword })
  await refuseCommonPassword(newPassword)
  const passwordHash = await deps.passwords.hash(newPassword)

  const { opened, outboxId } = await deps.db.$transaction(async (tx) => {
    const [referer] = await tx.referer.updateManyAndReturn({
      where: { id: refererId, passwordHash: known.passwordHash, endedAt: null },
      data: { passwordHash, mustChangePassword: false },
      select: REFERER_FIELDS,
    })
    if (!referer) throw new ShopError('CONFLICT')
    await closeSessions(tx, deps, { refererId })
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.passwordChanged',
      subject: { kind: 'referer', id: refererId },
    })
    const session = await openSession(tx, deps, { owner: { kind: 'referer', refererId }, userAgent })
    const outboxId = await queueMail(tx, deps, {
      template: 'password-changed',
      to: known.contactEmail,
      props: {
        account: 'referer',
        username: known.name,
        how: 'changed',
        at: deps.clock.now().toISOString(),
      },
    })
    const login = presentLogin(referer, session.token)
    return { opened: { login, expiresAt: session.expiresAt }, outboxId }
  })
  await nudgeMail(deps, [outboxId])
  rememberBrowser(deps, { kind: 'referer', id: refererId, passwordHash }, browser)
  return opened
}
