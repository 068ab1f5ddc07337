import type { Deps } from '#server/deps.ts'

/**
 * Step: removes Stripe's events that were acted on before a moment. The newest stays: the first catching up
 * begins at the last event that was heard.
 */
export async function removeOldEvents({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  if (!newest) return
  await db.stripeEvent.deleteMany({
    where: { processedAt: { lt: before }, receivedAt: { lt: newest.receivedAt } },
  })
}
