import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newTotpSecret, totpUri } from '#server/infra/totp.ts'
import { findAdmin } from './queries.ts'

/**
 * Makes the secret of an authenticator app, which counts from the first right code on
 * (`confirmAuthenticator`); until then the app in use, if there is one, goes on.
 */
export async function beginAuthenticator(
  deps: Pick<Deps, 'db' | 'seal' | 'config'>,
  { adminId }: { adminId: string },
): Promise<{ secret: string; uri: string }> {
  const admin = await findAdmin(deps, adminId)
  if (!admin) throw new ShopError('NOT_SIGNED_IN')
  const secret = newTotpSecret()
  await deps.db.admin.update({
    where: { id: adminId },
    data: { totpPendingSealed: deps.seal.seal(secret, authenticatorRow(adminId)) },
    select: { id: true },
  })
  return { secret, uri: totpUri({ secret, issuer: deps.config.seller.name, account: admin.email }) }
}

/** The row a secret is bound to: sealed for one admin, it opens for no other. */
export function authenticatorRow(adminId: string): string {
  return `Admin:${adminId}:totp`
}
