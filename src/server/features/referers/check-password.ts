import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

export type KnownReferer = { id: string; name: string; contactEmail: string; passwordHash: string }

/**
 * Asks a signed-in referer for the password again before something that a stolen session must not do. It gets ten
 * tries in 15 minutes, counted apart from sign-in, so that nobody outside can use the tries up.
 *
 * @throws ShopError RATE_LIMITED, CURRENT_PASSWORD_WRONG, NOT_SIGNED_IN once ended
 */
export async function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { refererId, password }: { refererId: string; password: string },
): Promise<KnownReferer> {
  const key = `again:${refererId}`
  await deps.limits.consume('signInAccount', key)
  const referer = await deps.db.referer.findFirst({
    where: { id: refererId, endedAt: null },
    select: { id: true, name: true, contactEmail: true, passwordHash: true },
  })
  if (!referer) throw new ShopError('NOT_SIGNED_IN')
  if (!(await deps.passwords.verify(referer.passwordHash, password))) {
    throw new ShopError('CURRENT_PASSWORD_WRONG')
  }
  await deps.limits.reset('signInAccount', key)
  return referer
}
