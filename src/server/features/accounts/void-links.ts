import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: links of these kinds that wait in a student's mailboxes work no longer. */
export async function voidLinks(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { studentId, purposes }: { studentId: string; purposes: ('resetPassword' | 'changeEmail')[] },
): Promise<void> {
  await tx.oneTimeToken.updateMany({
    where: { studentId, purpose: { in: purposes }, usedAt: null },
    data: { usedAt: deps.clock.now() },
  })
}
