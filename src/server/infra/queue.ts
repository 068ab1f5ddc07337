import type { JobsOptions } from 'bullmq'
import {
  JOB_ATTEMPTS,
  JOB_PAYLOADS,
  JOB_QUEUES,
  type JobName,
  type JobPayload,
  QUEUES,
  type QueueName,
} from '#server/job-contracts.ts'
import type { Log } from './log.ts'
import {
  type BullQueue,
  connect,
  createCallGuard,
  START_TIMEOUT_MS,
  TIMEOUT_MS,
  withTimeout,
} from './queue-connection.ts'
import { type QueueInsight, queueInsight } from './queue-insight.ts'
import { keepCaps, keepSchedules } from './queue-schedules.ts'
import { findTracer } from './tracing.ts'

/** Where BullMQ keeps its jobs: Redis in production, the shop's own PostgreSQL where nothing is configured. */
export type QueueSettings = { redisUrl: string } | { databaseUrl: string }

export type JobQueue = QueueInsight & {
  /**
   * Adds a job; rejects within a second when the queue is unavailable, so that the caller decides what that means. While an earlier
   * caller waits for an answer that is late, it rejects at once.
   */
  enqueue<N extends JobName>(name: N, payload: JobPayload<N>): Promise<void>
  /** Adds many of a kind, in their order, and stops at the first failure; the same timeout for each two hundred. */
  enqueueMany<N extends JobName>(name: N, payloads: readonly JobPayload<N>[]): Promise<void>
  /**
   * Schedules these jobs, each after so many milliseconds, once for any number of processes. What is
   * scheduled already is left as it is, so it can be called again and again: a Redis that lost its memory has lost all.
   */
  schedule(everyMs: ReadonlyMap<JobName, number>): Promise<void>
  /** Calls back whenever the connection is ready. */
  onReady(run: () => void): void
  /** Rejects when the queue cannot be reached: within a second, or the caller's timeout. */
  ping(timeoutMs?: number): Promise<void>
  /** How many jobs there are in each state, in all queues together. */
  counts(): Promise<Record<string, number>>
  close(): Promise<void>
}

/** So many jobs are added by one call. */
const BULK = 200
const KEPT = { removeOnComplete: { count: 200 }, removeOnFail: { count: 2_000 } }

/** Waits before the second, third and fourth try; doubling after that (requirements §11). */
const RETRY_MS = [5_000, 30_000, 120_000]
/** After a day's outage all jobs run within the hour: no retry waits longer than this. */
const LONGEST_RETRY_MS = 60 * 60_000

/** Milliseconds to wait after `attempts` tries have failed. */
export function retryDelayMs(attempts: number): number {
  const known = RETRY_MS[attempts - 1]
  return known ?? Math.min(120_000 * 2 ** (attempts - RETRY_MS.length), LONGEST_RETRY_MS)
}

/** Opens the producing side; every process has one. Errors of a broken connection are logged, never thrown. */
export function openQueue(settings: QueueSettings, log: Log): JobQueue {
  const connection = connect(settings, 'producer')
  const names = Object.keys(QUEUES) as QueueName[]
  const guard = createCallGuard()
  const opened = new Map<QueueName, BullQueue>()
  let opening: Promise<void> | null = null

  async function open(): Promise<ReadonlyMap<QueueName, BullQueue>> {
    if (opened.size < names.length) {
      opening ??= openMissing().finally(() => {
        opening = null
      })
      await opening
    }
    return opened
  }

  async function openMissing(): Promise<void> {
    await connection.prepare()
    const error = (cause: Error) => log.warn({ err: cause }, 'queue connection broke')
    const missing = names.filter((name) => !opened.has(name))
    const results = await Promise.allSettled(
      missing.map(async (name) => opened.set(name, await connection.openQueue(name, {}, { error }))),
    )
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }

  async function queueOf(name: JobName): Promise<BullQueue> {
    const queue = (await open()).get(JOB_QUEUES[name])
    if (!queue) throw new Error(`No queue takes ${name}`)
    return queue
  }

  async function count(...states: ('waiting' | 'active' | 'delayed' | 'failed')[]) {
    const queues = [...(await open()).values()]
    const counts = await Promise.all(queues.map((queue) => queue.getJobCounts(...states)))
    const sum = (state: string) => counts.reduce((total, ofQueue) => total + (ofQueue[state] ?? 0), 0)
    return Object.fromEntries(states.map((state) => [state, sum(state)]))
  }

  return {
    ...queueInsight(open),
    async enqueue(name, payload) {
      const data = JOB_PAYLOADS[name].parse(payload)
      await guard.call(async () => (await queueOf(name)).add(name, data, optionsOf(name, data)))
    },
    async enqueueMany(name, payloads) {
      const jobs = payloads.map((payload) => {
        const data = JOB_PAYLOADS[name].parse(payload)
        return { name, data, opts: optionsOf(name, data) }
      })
      for (let from = 0; from < jobs.length; from += BULK) {
        await guard.call(async () => (await queueOf(name)).addBulk(jobs.slice(from, from + BULK)))
      }
    },
    async schedule(everyMs) {
      const keep = async () => {
        for (const [name, queue] of await open()) {
          await keepCaps(name, queue)
          const own = [...everyMs].filter(([job]) => JOB_QUEUES[job] === name)
          await keepSchedules(queue, new Map(own), jobOptions)
        }
      }
      await withTimeout(keep(), START_TIMEOUT_MS)
    },
    onReady: (run) => connection.onReady(run),
    async ping(timeoutMs = TIMEOUT_MS) {
      await withTimeout(count('waiting'), timeoutMs)
      guard.noteAnswer()
    },
    counts: () => withTimeout(count('waiting', 'active', 'delayed', 'failed'), TIMEOUT_MS),
    async close() {
      await Promise.all([...opened.values()].map((queue) => queue.close()))
      await connection.disconnect()
    },
  }
}

/** How a job is tried again, and what is kept of it. */
function jobOptions(name: JobName): JobsOptions {
  return { ...KEPT, attempts: JOB_ATTEMPTS[name], backoff: { type: 'custom' } }
}

function optionsOf(name: JobName, data: object): JobsOptions {
  const metadata = findTracer()?.traceparent()
  return {
    ...jobOptions(name),
    ...onceAtATime(data),
    ...(isAwaited(data) && { lifo: true }),
    // The job goes on in the trace of the request that it comes from.
    ...(metadata && { telemetry: { metadata } }),
  }
}

/**
 * A mail, or a request for one, that waits or is being handled is not added again; once its job has ended, it can be. Nor is a campaign that
 * waits; once it has begun, it can be. Of a payment one job is handled and one more may wait; a job that waits for its next attempt
 * is due at once when there is news.
 */
function onceAtATime(data: object): Pick<JobsOptions, 'deduplication'> {
  if ('outboxId' in data) return { deduplication: { id: `mail:${String(data.outboxId)}` } }
  if ('requestId' in data) return { deduplication: { id: `link:${String(data.requestId)}` } }
  if ('intentId' in data) {
    const id = `payment:${String(data.intentId)}`
    return { deduplication: { id, keepLastIfActive: true, reschedule: true } }
  }
  return isCampaign(data) ? { deduplication: { id: `campaign:${String(data.campaignId)}` } } : {}
}

/** Whether a user waits for what a job does. */
export function isAwaited(data: object): boolean {
  return 'isAwaited' in data
}

/** Whether a payload is a campaign's. */
export function isCampaign(data: object): data is { campaignId: unknown } {
  return 'campaignId' in data
}
