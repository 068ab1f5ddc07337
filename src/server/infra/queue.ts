import { type ConnectionOptions, createPostgresBackend, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import {
  JOB_ATTEMPTS,
  JOB_PAYLOADS,
  type JobHandler,
  type JobName,
  type JobPayload,
} from '#server/job-contracts.ts'
import type { Log } from './log.ts'

/** Where BullMQ keeps its jobs: Redis in production, the shop's own PostgreSQL where nothing is configured. */
export type QueueSettings = { redisUrl: string } | { databaseUrl: string }

export type JobQueue = {
  /** Adds a job; rejects when the queue is away, so that the caller decides what that means. */
  enqueue<N extends JobName>(name: N, payload: JobPayload<N>): Promise<void>
  /** Runs a job without payload by itself this often, once however many processes ask for it. */
  schedule(name: JobName, everyMs: number): Promise<void>
  /** Rejects when the queue cannot be reached. */
  ping(): Promise<void>
  counts(): Promise<Record<string, number>>
  close(): Promise<void>
}

export type JobHandlers<D> = { [N in JobName]: JobHandler<N, D> }
export type JobWorkers = { close(): Promise<void> }

const NAME = 'shop'
const CONCURRENCY = 8
const KEPT = { removeOnComplete: { count: 200 }, removeOnFail: { count: 2_000 } }

/** Waits before the second, third and fourth try; doubling after that (requirements §11). */
const RETRY_MS = [5_000, 30_000, 120_000]

/** Milliseconds to wait after `attempts` tries have failed. */
export function retryDelayMs(attempts: number): number {
  const known = RETRY_MS[attempts - 1]
  return known ?? 120_000 * 2 ** (attempts - RETRY_MS.length)
}

/** Opens the producing side; every process has one. Errors of a broken connection are logged, never thrown. */
export function openQueue(settings: QueueSettings, log: Log): JobQueue {
  const queue = connect(settings, {
    redis: (connection) => new Queue(NAME, { connection, defaultJobOptions: KEPT }),
    postgres: (connection) => new Queue(NAME, { connection, defaultJobOptions: KEPT }, createPostgresBackend),
  })
  queue.thing.on('error', (error) => log.warn({ err: error }, 'queue connection broke'))

  return {
    async enqueue(name, payload) {
      await queue.thing.add(name, JOB_PAYLOADS[name].parse(payload), {
        attempts: JOB_ATTEMPTS[name],
        backoff: { type: 'custom' },
      })
    },
    async schedule(name, everyMs) {
      await queue.thing.upsertJobScheduler(name, { every: everyMs }, { name, data: {}, opts: KEPT })
    },
    async ping() {
      await queue.thing.getJobCounts('waiting')
    },
    counts: () => queue.thing.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    async close() {
      await queue.thing.close()
      await queue.disconnect()
    },
  }
}

/** Starts the consuming side: one worker for all jobs, and the schedules of those that run by themselves. */
export async function startWorkers<D extends { queue: JobQueue; log: Log }>(
  settings: QueueSettings,
  handlers: JobHandlers<D>,
  deps: D,
): Promise<JobWorkers> {
  const { log } = deps
  const options = {
    concurrency: CONCURRENCY,
    settings: { backoffStrategy: retryDelayMs },
  }
  const run = (job: { name: string; data: unknown }) => runJob(handlers, deps, job.name, job.data)
  const worker = connect(settings, {
    redis: (connection) => new Worker(NAME, run, { ...options, connection }),
    postgres: (connection) => new Worker(NAME, run, { ...options, connection }, createPostgresBackend),
  })
  worker.thing.on('error', (error) => log.warn({ err: error }, 'worker connection broke'))
  worker.thing.on('failed', (job, error) => {
    log.error({ err: error, job: job?.name, jobId: job?.id, attempts: job?.attemptsMade }, 'job failed')
  })
  for (const name of Object.keys(handlers).filter(isJobName)) {
    const { everyMs } = handlers[name]
    if (everyMs !== undefined) await deps.queue.schedule(name, everyMs)
  }
  return {
    async close() {
      await worker.thing.close()
      await worker.disconnect()
    },
  }
}

async function runJob<D>(handlers: JobHandlers<D>, deps: D, name: string, data: unknown): Promise<void> {
  if (!isJobName(name)) throw new Error(`No job is called ${name}`)
  await runNamed(handlers, deps, name, data)
}

async function runNamed<N extends JobName, D>(handlers: JobHandlers<D>, deps: D, name: N, data: unknown) {
  const payload = JOB_PAYLOADS[name].parse(data) as JobPayload<N>
  await handlers[name].handle(deps, payload)
}

function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_PAYLOADS, name)
}

function connect<R, P>(
  settings: QueueSettings,
  make: { redis: (connection: ConnectionOptions) => R; postgres: (connection: PostgresConnection) => P },
): { thing: R | P; disconnect: () => Promise<void> } {
  if ('redisUrl' in settings) {
    // BullMQ wants blocking commands to wait for ever rather than fail after some retries.
    const redis = new Redis(settings.redisUrl, { maxRetriesPerRequest: null })
    redis.on('error', () => {}) // the queue and the worker report it
    return {
      thing: make.redis(redis),
      async disconnect() {
        redis.disconnect()
      },
    }
  }
  const connection = { connectionString: settings.databaseUrl, migrate: true, max: 6 }
  return { thing: make.postgres(connection), disconnect: async () => {} }
}

type PostgresConnection = { connectionString: string; migrate: boolean; max: number }
