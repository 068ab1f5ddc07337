import type { JobsOptions } from 'bullmq'
import { type JobName, QUEUES, type QueueName } from '#server/job-contracts.ts'
import { systemClock } from './clock.ts'
import type { BullQueue } from './queue-connection.ts'

/** A scheduler whose next run is overdue for longer than this has lost its job. */
const LOST_MS = 15 * 60_000

type Schedulers = Pick<BullQueue, 'getJobSchedulers' | 'removeJobScheduler' | 'upsertJobScheduler'>

/**
 * Schedules the jobs that are not, or are in another way, and ends schedules of jobs that are of this queue no more.
 * The others are left alone: writing one again takes a job that waits out of its place.
 */
export async function keepSchedules(
  queue: Schedulers,
  everyMs: ReadonlyMap<JobName, number>,
  optionsOf: (name: JobName) => JobsOptions,
): Promise<void> {
  const known = new Map((await queue.getJobSchedulers()).map((scheduler) => [scheduler.key, scheduler]))
  for (const [name, every] of everyMs) {
    const scheduler = known.get(name)
    known.delete(name)
    const opts = optionsOf(name)
    const isLost = (scheduler?.next ?? 0) + every + LOST_MS < systemClock.now().getTime()
    const isSame = Number(scheduler?.every) === every && scheduler?.template?.opts?.attempts === opts.attempts
    if (!isLost && isSame) continue
    await queue.upsertJobScheduler(name, { every }, { name, data: {}, opts })
  }
  for (const name of known.keys()) await queue.removeJobScheduler(name)
}

/** A cap is stored in the queue itself: it applies to all processes, and is lost with the memory of Redis. */
export async function keepCaps(
  name: QueueName,
  queue: Pick<BullQueue, 'setGlobalConcurrency'>,
): Promise<void> {
  const { atOnce, isCapped } = QUEUES[name]
  if (isCapped) await queue.setGlobalConcurrency(atOnce)
}
