import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

type Db = Pick<Prisma.TransactionClient, 'installation'>

/**
 * Whether the shop was restored from a backup and no admin has released it yet: until then no mail goes out but sign-in codes,
 * and no money goes out (requirements §11).
 */
export async function isOnHold(db: Db): Promise<boolean> {
  const stamp = await db.installation.findUnique({ where: { id: 1 }, select: { heldAt: true } })
  return stamp?.heldAt != null
}

/** @throws ShopError SHOP_ON_HOLD */
export async function assertReleased({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (await isOnHold(db)) throw new ShopError('SHOP_ON_HOLD')
}
