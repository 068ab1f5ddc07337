import { createPostgresBackend, DelayedError, type Job, Queue, Worker } from 'bullmq'
import {
  JOB_ATTEMPTS,
  JOB_PAYLOADS,
  type JobHandler,
  type JobName,
  type JobPayload,
} from '#server/job-contracts.ts'
import { systemClock } from './clock.ts'
import type { Log } from './log.ts'
import { connect, orAway, PATIENCE_MS, START_PATIENCE_MS } from './queue-connection.ts'
import { type QueueInsight, queueInsight } from './queue-insight.ts'
import { StartFault } from './start-fault.ts'

/** Where BullMQ keeps its jobs: Redis in production, the shop's own PostgreSQL where nothing is configured. */
export type QueueSettings = { redisUrl: string } | { databaseUrl: string }

export type JobQueue = QueueInsight & {
  /** Adds a job; rejects within a second when the queue is away, so that the caller decides what that means. */
  enqueue<N extends JobName>(name: N, payload: JobPayload<N>): Promise<void>
  /** Runs a job without payload by itself this often, once however many processes ask for it. */
  schedule(name: JobName, everyMs: number): Promise<void>
  /** Rejects when the queue cannot be reached: within a second, or whatever patience the caller has. */
  ping(patienceMs?: number): Promise<void>
  counts(): Promise<Record<string, number>>
  close(): Promise<void>
}

export type JobHandlers<D> = { [N in JobName]: JobHandler<N, D> }
export type JobWorkers = { close(): Promise<void> }

const NAME = 'shop'
const CONCURRENCY = 8
/**
 * A mail server that hangs must leave room for payments, and so must mailings, which last. What asks Stripe for many
 * payments may last longer than the time after which it comes round again, and must not run beside itself.
 */
const AT_ONCE: Partial<Record<string, number>> = {
  'mail.send': 4,
  'campaigns.send': 2,
  'orders.reconcile': 1,
  'orders.cancelExpired': 1,
}
/** How long a job without a slot steps aside. */
const STEP_ASIDE_MS = 1_000
const KEPT = { removeOnComplete: { count: 200 }, removeOnFail: { count: 2_000 } }

/** Waits before the second, third and fourth try; doubling after that (requirements §11). */
const RETRY_MS = [5_000, 30_000, 120_000]
/** What was down for a day is back within the hour: nothing waits longer than this. */
const LONGEST_RETRY_MS = 60 * 60_000

/** Milliseconds to wait after `attempts` tries have failed. */
export function retryDelayMs(attempts: number): number {
  const known = RETRY_MS[attempts - 1]
  return known ?? Math.min(120_000 * 2 ** (attempts - RETRY_MS.length), LONGEST_RETRY_MS)
}

/** Opens the producing side; every process has one. Errors of a broken connection are logged, never thrown. */
export function openQueue(settings: QueueSettings, log: Log): JobQueue {
  const queue = connect(settings, 'producer', {
    redis: (connection) => new Queue(NAME, { connection, defaultJobOptions: KEPT }),
    postgres: (connection) => new Queue(NAME, { connection, defaultJobOptions: KEPT }, createPostgresBackend),
  })
  queue.thing.on('error', (error) => log.warn({ err: error }, 'queue connection broke'))

  return {
    ...queueInsight(queue.thing),
    async enqueue(name, payload) {
      const data = JOB_PAYLOADS[name].parse(payload)
      const options = { attempts: JOB_ATTEMPTS[name], backoff: { type: 'custom' }, ...onceAtATime(data) }
      await orAway(queue.thing.add(name, data, options), PATIENCE_MS)
    },
    async schedule(name, everyMs) {
      const template = { name, data: {}, opts: KEPT }
      await orAway(queue.thing.upsertJobScheduler(name, { every: everyMs }, template), START_PATIENCE_MS)
    },
    async ping(patienceMs = PATIENCE_MS) {
      await orAway(queue.thing.getJobCounts('waiting'), patienceMs)
    },
    counts: () => orAway(queue.thing.getJobCounts('waiting', 'active', 'delayed', 'failed'), PATIENCE_MS),
    async close() {
      await queue.thing.close()
      await queue.disconnect()
    },
  }
}

/**
 * Starts the consuming side: one worker for all jobs, and the schedules of those that run by themselves.
 *
 * @throws StartFault when the queue is away
 */
export async function startWorkers<D extends { queue: JobQueue; log: Log }>(
  settings: QueueSettings,
  handlers: JobHandlers<D>,
  deps: D,
): Promise<JobWorkers> {
  const { log } = deps
  const options = {
    concurrency: CONCURRENCY,
    // Started below, once it is connected: without a connection its loop would spin.
    autorun: false,
    // After a broken connection; BullMQ's own fifteen seconds are long for a person who waits for a mail.
    runRetryDelay: 1_000,
    settings: { backoffStrategy: retryDelayMs },
  }
  const slots = createSlots()
  const ending = new AbortController()
  async function run(job: Job, token?: string): Promise<void> {
    if (!slots.take(job.name)) {
      await job.moveToDelayed(systemClock.now().getTime() + STEP_ASIDE_MS, token)
      throw new DelayedError()
    }
    try {
      // The sweep begins a mailing anew whose worker has died: it must not wait until the dead one's job is missed.
      if (isMailing(job.data)) await job.removeDeduplicationKey()
      await runJob(handlers, deps, job, ending.signal)
    } finally {
      slots.give(job.name)
    }
  }
  const worker = connect(settings, 'consumer', {
    redis: (connection) => new Worker(NAME, run, { ...options, connection }),
    postgres: (connection) => new Worker(NAME, run, { ...options, connection }, createPostgresBackend),
  })
  worker.thing.on('error', (error) => log.warn({ err: error }, 'worker connection broke'))
  worker.thing.on('failed', (job, error) => {
    log.error({ err: error, job: job?.name, jobId: job?.id, attempts: job?.attemptsMade }, 'job failed')
  })
  async function close(): Promise<void> {
    ending.abort()
    await worker.thing.close()
    await worker.disconnect()
  }
  try {
    await orAway(worker.thing.waitUntilReady(), START_PATIENCE_MS)
    await scheduleAll(handlers, deps.queue)
    worker.onBack(() => {
      scheduleAll(handlers, deps.queue).catch((error: unknown) => {
        log.warn({ err: error }, 'schedules were not renewed')
      })
    })
    worker.thing.run().catch((error: unknown) => log.error({ err: error }, 'worker stopped'))
  } catch (cause) {
    // There is nothing to say goodbye to: a graceful end would wait for the connection.
    await worker.disconnect()
    await worker.thing.close(true)
    const place = 'redisUrl' in settings ? 'Check REDIS_URL.' : 'Check DATABASE_URL.'
    throw new StartFault(`The job queue cannot be reached. ${place}`, { cause })
  }
  return { close }
}

async function scheduleAll<D>(handlers: JobHandlers<D>, queue: JobQueue): Promise<void> {
  for (const name of Object.keys(handlers).filter(isJobName)) {
    const { everyMs } = handlers[name]
    if (everyMs !== undefined) await queue.schedule(name, everyMs)
  }
}

async function runJob<D>(
  handlers: JobHandlers<D>,
  deps: D,
  { name, data }: Pick<Job, 'name' | 'data'>,
  signal: AbortSignal,
): Promise<void> {
  if (!isJobName(name)) throw new Error(`No job is called ${name}`)
  await runNamed(handlers[name], deps, { name, data, signal })
}

async function runNamed<N extends JobName, D>(
  handler: JobHandler<N, D>,
  deps: D,
  { name, data, signal }: { name: N; data: unknown; signal: AbortSignal },
) {
  const payload = JOB_PAYLOADS[name].parse(data) as JobPayload<N>
  await handler.handle(deps, payload, signal)
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_PAYLOADS, name)
}

/**
 * A mail that waits or is being sent already is not added again; once its job has ended, it can be. Nor is a mailing that
 * waits; once it has begun, it can be.
 */
function onceAtATime(data: object): { deduplication?: { id: string } } {
  if ('outboxId' in data) return { deduplication: { id: `mail:${String(data.outboxId)}` } }
  return isMailing(data) ? { deduplication: { id: `campaign:${String(data.campaignId)}` } } : {}
}

function isMailing(data: object): data is { campaignId: unknown } {
  return 'campaignId' in data
}

function createSlots(): { take(name: string): boolean; give(name: string): void } {
  const taken = new Map<string, number>()
  return {
    take(name) {
      const count = taken.get(name) ?? 0
      if (count >= (AT_ONCE[name] ?? CONCURRENCY)) return false
      taken.set(name, count + 1)
      return true
    },
    give(name) {
      taken.set(name, (taken.get(name) ?? 1) - 1)
    },
  }
}
