import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

export type LinkOwner = { studentId: string } | { refererId: string } | { adminId: string }

/** Step: links that wait in the mailboxes of a person work no longer; all of them, or those of one purpose. */
export async function voidLinks(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  owner: LinkOwner,
  purpose?: 'changeEmail',
): Promise<void> {
  await tx.oneTimeToken.updateMany({
    where: { ...owner, ...(purpose && { purpose }), usedAt: null },
    data: { usedAt: deps.clock.now() },
  })
}
