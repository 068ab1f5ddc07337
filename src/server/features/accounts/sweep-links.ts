import type { Deps } from '#server/deps.ts'
import { addHours, addSeconds } from '#shared/calendar/durations.ts'

/** A request that is younger has a job of its own. */
const GRACE_SECONDS = 20
/** Whoever asked has asked again or gone. */
const KEEP_HOURS = 1
/** What is left over waits for the next sweep. */
const AT_ONCE = 500

/** Gives requests for links to the workers again whose job was lost, and removes what could not be handled in an hour. */
export async function sweepLinks({
  db,
  clock,
  queue,
}: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = clock.now()
  await db.linkRequest.deleteMany({ where: { createdAt: { lt: addHours(now, -KEEP_HOURS) } } })
  const left = await db.linkRequest.findMany({
    where: { createdAt: { lte: addSeconds(now, -GRACE_SECONDS) } },
    orderBy: { createdAt: 'asc' },
    take: AT_ONCE,
    select: { id: true },
  })
  await queue.enqueueMany(
    'accounts.mailLink',
    left.map(({ id }) => ({ requestId: id })),
  )
  return left.length
}
