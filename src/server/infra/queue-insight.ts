import type { Job } from 'bullmq'
import { type BullQueue, withTimeout } from './queue-connection.ts'

/** A job that was tried as often as it may be. */
type FailedJob = {
  /** Begins with the queue's name: each queue counts its jobs for itself. */
  id: string
  name: string
  /** What the last try ended with, as the error said it. */
  reason: string
  attempts: number
  /** The row it is about; null for jobs that go through many. */
  subjectId: string | null
  failedAt: Date | null
}

type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>

/** What the shop's operator sees of its jobs, and may do about failed ones. */
export type QueueInsight = {
  /** By job name, of the first thousand of each queue in each state. */
  countsByJob(): Promise<Map<string, JobCounts>>
  /** Newest first. */
  listFailed(page: { limit: number; offset: number }): Promise<FailedJob[]>
  /** Gives one of them all its tries again; false where it is not among the failed any more. */
  retryFailed(id: string): Promise<boolean>
  /** Forgets one of them; false where it is not among the failed any more. */
  dropFailed(id: string): Promise<boolean>
}

/** The operations page is used under load: a slow queue is not unavailable. The page's other parts have three seconds, too. */
const TIMEOUT_MS = 3_000
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const
const MOST = 1_000
const SEPARATOR = '/'
const REASON_LENGTH = 500
/** How payloads name their row; everything else in them stays private. */
const SUBJECT = /^[a-z]+Id$/

type ReadQueue = Pick<BullQueue, 'getFailed' | 'getJob' | 'getJobs'>

/** Each call rejects within three seconds when the queue is unavailable. */
export function queueInsight(open: () => Promise<ReadonlyMap<string, ReadQueue>>): QueueInsight {
  async function failedJob(id: string): Promise<Job | null> {
    const [name = '', jobId = ''] = id.split(SEPARATOR, 2)
    const job = await (await open()).get(name)?.getJob(jobId)
    return job && (await job.isFailed()) ? job : null
  }

  async function count(): Promise<Map<string, JobCounts>> {
    const counts = new Map<string, JobCounts>()
    const queues = [...(await open()).values()]
    for (const state of STATES) {
      const found = await Promise.all(queues.map((queue) => queue.getJobs([state], 0, MOST - 1)))
      for (const job of found.flat()) {
        const ofJob = counts.get(job.name) ?? { waiting: 0, active: 0, delayed: 0, failed: 0 }
        ofJob[state]++
        counts.set(job.name, ofJob)
      }
    }
    return counts
  }

  async function list({ limit, offset }: { limit: number; offset: number }): Promise<FailedJob[]> {
    const lists = await Promise.all(
      [...(await open())].map(async ([name, queue]) => {
        const jobs = await queue.getFailed(0, offset + limit - 1)
        return jobs.map((job) => describeFailed(name, job))
      }),
    )
    return lists
      .flat()
      .toSorted((one, other) => (other.failedAt?.getTime() ?? 0) - (one.failedAt?.getTime() ?? 0))
      .slice(offset, offset + limit)
  }

  async function retry(id: string): Promise<boolean> {
    const job = await failedJob(id)
    if (!job) return false
    // Counted from nothing: it is to have all its tries once more.
    await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
    return true
  }

  async function drop(id: string): Promise<boolean> {
    const job = await failedJob(id)
    if (!job) return false
    await job.remove()
    return true
  }

  return {
    countsByJob: () => withTimeout(count(), TIMEOUT_MS),
    listFailed: (page) => withTimeout(list(page), TIMEOUT_MS),
    retryFailed: (id) => withTimeout(retry(id), TIMEOUT_MS),
    dropFailed: (id) => withTimeout(drop(id), TIMEOUT_MS),
  }
}

function describeFailed(queue: string, job: Job): FailedJob {
  const subject = Object.entries(Object(job.data)).find(([name]) => SUBJECT.test(name))?.[1]
  return {
    id: `${queue}${SEPARATOR}${job.id}`,
    name: job.name,
    reason: (job.failedReason ?? '').slice(0, REASON_LENGTH),
    attempts: job.attemptsMade,
    subjectId: typeof subject === 'string' ? subject : null,
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn),
  }
}
