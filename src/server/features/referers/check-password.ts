import type { Deps } from '#server/deps.ts'
import { checkCurrentPassword } from '#server/features/accounts/check-current-password.ts'

export type KnownReferer = { id: string; name: string; contactEmail: string; passwordHash: string }

/** Asks a signed-in referer for the password again. @throws ShopError as checkCurrentPassword */
export function checkPassword(
  deps: Pick<Deps, 'db' | 'passwords' | 'limits'>,
  { refererId, password }: { refererId: string; password: string },
): Promise<KnownReferer> {
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
