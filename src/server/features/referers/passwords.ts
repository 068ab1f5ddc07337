import type { Deps } from '#server/deps.ts'
import type { Browser } from '#server/features/accounts/known-browsers.ts'
import { checkCurrentPassword, replacePassword } from '#server/features/accounts/passwords.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { presentPortalReferer } from './present.ts'
import { PORTAL_FIELDS } from './queries.ts'
import type { PortalSignIn } from './sign-in.ts'

/** Checks the password of a signed-in referer again. @throws ShopError as checkCurrentPassword */
export function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { refererId, password }: { refererId: string; password: string },
) {
  return checkCurrentPassword(deps, {
    id: refererId,
    password,
    find: () =>
      deps.db.referer.findFirst({
        where: { id: refererId, endedAt: null },
        select: { id: true, name: true, contactEmail: true, passwordHash: true },
      }),
  })
}

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
 * Sets a new password for a referer who knows the current one. Their address, which they cannot change themselves, gets
 * a mail.
 *
 * @throws ShopError as checkPassword and replacePassword
 */
export async function changePassword(
  deps: ChangeDeps,
  { refererId, currentPassword, newPassword, userAgent, browser }: ChangeInput,
): Promise<PortalSignIn> {
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
        select: PORTAL_FIELDS,
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
  return { login: { ...presentPortalReferer(row), token }, expiresAt }
}
