import type { Deps } from '#server/deps.ts'
import type { Browser } from '#server/features/accounts/recognise-browser.ts'
import { replacePassword } from '#server/features/accounts/replace-password.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
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
 * Gives a referer a new password, with the old one. The address, which a referer cannot change themselves, is told.
 *
 * @throws ShopError as checkPassword and replacePassword
 */
export async function changePassword(
  deps: ChangeDeps,
  { refererId, currentPassword, newPassword, userAgent, browser }: ChangeInput,
): Promise<OpenedPortal> {
  const known = await checkPassword(deps, { refererId, password: currentPassword })
  const { row, token, expiresAt } = await replacePassword(deps, {
    owner: { kind: 'referer', refererId },
    mail: { to: known.contactEmail, props: { account: 'referer', username: known.name } },
    password: newPassword,
    userAgent,
    browser,
    async write(tx, passwordHash) {
      const [referer] = await tx.referer.updateManyAndReturn({
        where: { id: refererId, passwordHash: known.passwordHash, endedAt: null },
        data: { passwordHash, mustChangePassword: false },
        select: REFERER_FIELDS,
      })
      if (!referer) return null
      await recordAudit(tx, deps, {
        actor: { kind: 'referer', id: refererId },
        action: 'referer.passwordChanged',
        subject: { kind: 'referer', id: refererId },
      })
      return referer
    },
  })
  return { login: presentLogin(row, token), expiresAt }
}
