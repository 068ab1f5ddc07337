import type { Job, Queue } from 'bullmq'
import { orAway, PATIENCE_MS } from './queue-connection.ts'

/** A job that was tried as often as it may be. */
export type FailedJob = {
  id: string
  name: string
  /** What the last try ended with, as the error said it. */
  reason: string
  attempts: number
  /** The row it is about; null for jobs that go through many. */
  subjectId: string | null
  failedAt: Date | null
}

export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>

/** What somebody who runs the shop wants to know of its jobs, and may do about those that were given up. */
export type QueueInsight = {
  /** By job name, of the first thousand in each state. */
  countsByJob(): Promise<Map<string, JobCounts>>
  /** Newest first. */
  listFailed(page: { limit: number; offset: number }): Promise<FailedJob[]>
  /** Gives one of them all its tries again; false where it is not among the failed any more. */
  retryFailed(id: string): Promise<boolean>
  /** Forgets one of them; false where it is not among the failed any more. */
  dropFailed(id: string): Promise<boolean>
}

const STATES = ['waiting', 'active', 'delayed', 'failed'] as const
const MOST = 1_000
const REASON_LENGTH = 500
/** What a payload calls the row it is about; everything else in it is nobody's business. */
const SUBJECT = /^[a-z]+Id$/

/** Each call rejects within a second when the queue is away. */
export function queueInsight(queue: Pick<Queue, 'getJob' | 'getJobs' | 'getFailed'>): QueueInsight {
  async function failedJob(id: string): Promise<Job | null> {
    const job = await queue.getJob(id)
    return job && (await job.isFailed()) ? job : null
  }

  async function count(): Promise<Map<string, JobCounts>> {
    const counts = new Map<string, JobCounts>()
    for (const state of STATES) {
      for (const job of await queue.getJobs([state], 0, MOST - 1)) {
        const ofJob = counts.get(job.name) ?? { waiting: 0, active: 0, delayed: 0, failed: 0 }
        ofJob[state]++
        counts.set(job.name, ofJob)
      }
    }
    return counts
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
    countsByJob: () => orAway(count(), PATIENCE_MS),
    async listFailed({ limit, offset }) {
      const jobs = await orAway(queue.getFailed(offset, offset + limit - 1), PATIENCE_MS)
      return jobs.map(describeFailed)
    },
    retryFailed: (id) => orAway(retry(id), PATIENCE_MS),
    dropFailed: (id) => orAway(drop(id), PATIENCE_MS),
  }
}

function describeFailed(job: Job): FailedJob {
  const subject = Object.entries(Object(job.data)).find(([name]) => SUBJECT.test(name))?.[1]
  return {
    id: job.id ?? '',
    name: job.name,
    reason: (job.failedReason ?? '').slice(0, REASON_LENGTH),
    attempts: job.attemptsMade,
    subjectId: typeof subject === 'string' ? subject : null,
    failedAt: job.finishedOn === undefined ? null : new Date(job.finishedOn),
  }
}
