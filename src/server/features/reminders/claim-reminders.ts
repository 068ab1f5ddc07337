import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** Which subjects something has not been said about before; from now on it has. Two at once share them out. */
export async function claimReminders(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { kind, subjectIds }: { kind: string; subjectIds: readonly string[] },
): Promise<Set<string>> {
  const createdAt = clock.now()
  const claimed = await tx.reminder.createManyAndReturn({
    data: subjectIds.map((subjectId) => ({ kind, subjectId, createdAt })),
    skipDuplicates: true,
    select: { subjectId: true },
  })
  return new Set(claimed.map(({ subjectId }) => subjectId))
}
