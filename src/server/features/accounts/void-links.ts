import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

type Links = ({ studentId: string } | { refererId: string }) & {
  purposes: ('resetPassword' | 'changeEmail')[]
}

/** Step: links of these kinds that wait in somebody's mailboxes work no longer. */
export async function voidLinks(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { purposes, ...owner }: Links,
): Promise<void> {
  await tx.oneTimeToken.updateMany({
    where: { ...owner, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: deps.clock.now() },
  })
}
