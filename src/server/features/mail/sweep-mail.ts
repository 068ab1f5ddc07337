import type { Deps } from '#server/deps.ts'

/** What is left over waits for the next sweep. */
const AT_ONCE = 500

/**
 * Gives every due mail to the workers again: those whose job was lost, those whose wait is over, and those
 * whose worker died in the middle. Returns how many.
 */
export async function sweepMail(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const due = await deps.db.outboxMessage.findMany({
    where: { status: { in: ['queued', 'sending'] }, nextAttemptAt: { lte: deps.clock.now() } },
    orderBy: { nextAttemptAt: 'asc' },
    take: AT_ONCE,
    select: { id: true },
  })
  await deps.queue.enqueueMany(
    'mail.send',
    due.map(({ id }) => ({ outboxId: id })),
  )
  return due.length
}
