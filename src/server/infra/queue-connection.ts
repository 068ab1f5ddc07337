import { setTimeout as pause } from 'node:timers/promises'
import {
  type BackendFactory,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  isPgPool,
  type Job,
  type PgPool,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  type Processor,
  Queue,
  type QueueOptions,
  runMigrations,
  Worker,
  type WorkerOptions,
} from 'bullmq'
import { Redis } from 'ioredis'
import type { QueueSettings } from './queue.ts'
import { WatchedPool } from './watched-pool.ts'

/** A user waits for this answer: a queue that is silent for this long is unavailable. */
export const TIMEOUT_MS = 900
/** A process that starts can wait for the first connection, and for the queue's own tables. */
export const START_TIMEOUT_MS = 5_000

/** What ioredis and BullMQ say when there is no connection to say it over. */
const NO_CONNECTION = /isn't writeable|Connection is closed|max retries per request/

/** The answer, or an error that says the queue is unavailable: without a connection, or without an answer in time. */
export async function withTimeout<T>(
  answer: Promise<T>,
  timeoutMs: number,
  onLate?: (answer: Promise<T>) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const giveUp = () => {
      onLate?.(answer)
      reject(queueUnavailable(new Error('No answer in time')))
    }
    // An answer that has arrived while this process was busy is read first.
    timer = setTimeout(() => setImmediate(giveUp), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw error instanceof Error && NO_CONNECTION.test(error.message) ? queueUnavailable(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** How long calls are refused after one without an answer in time, unless its answer comes. */
const ASK_AGAIN_MS = 5_000

export type CallGuard = {
  call<T>(question: () => Promise<T>): Promise<T>
  /** An answer came over another way. */
  noteAnswer(): void
}

/**
 * Calls with a timeout that a user can wait for. While an answer is late, others are refused at once: a caller with many jobs,
 * one after the other, waits once and not once for each.
 */
export function createCallGuard(): CallGuard {
  let owed: Promise<unknown> | null = null
  const remember = (answer: Promise<unknown>) => {
    const isOver = answer.catch(() => undefined)
    owed = isOver
    const forget = () => {
      if (owed === isOver) owed = null
    }
    void isOver.then(forget)
    setTimeout(forget, ASK_AGAIN_MS).unref()
  }
  return {
    async call(question) {
      if (owed) throw queueUnavailable(new Error('An earlier answer is late'))
      return withTimeout(question(), TIMEOUT_MS, remember)
    },
    noteAnswer() {
      owed = null
    },
  }
}

function queueUnavailable(cause: Error): Error {
  return Object.assign(new Error('The job queue is away', { cause }), { code: 'ECONNREFUSED' })
}

type Side = 'producer' | 'consumer'

export type BullQueue = Pick<
  Queue,
  | 'add'
  | 'addBulk'
  | 'close'
  | 'getFailed'
  | 'getJob'
  | 'getJobCounts'
  | 'getJobs'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'setGlobalConcurrency'
  | 'upsertJobScheduler'
>
export type BullWorker = Pick<Worker, 'close' | 'isRunning' | 'run' | 'waitUntilReady'>

type QueueListeners = { error: (error: Error) => void }
type WorkerListeners = QueueListeners & { failed: (job: Job | undefined, error: Error) => void }

type Options<T> = Omit<T, 'connection'>

/** One connection, or one pool of them, for all queues of a side. */
export type QueueConnection = {
  /** Makes the queue's own tables where there are none. Call it before anything is opened. */
  prepare(): Promise<void>
  /** Rejects where the first connection fails; the next call opens another. */
  openQueue(name: string, options: Options<QueueOptions>, on: QueueListeners): Promise<BullQueue>
  openWorker(name: string, run: Processor, options: Options<WorkerOptions>, on: WorkerListeners): BullWorker
  /** Calls back whenever a broken connection is back: a Redis that lost its memory has lost the schedules. */
  onReady(run: () => void): void
  disconnect(): Promise<void>
}

export function connect(settings: QueueSettings, side: Side): QueueConnection {
  return 'redisUrl' in settings
    ? connectRedis(settings.redisUrl, side)
    : connectPostgres(settings.databaseUrl, side)
}

/**
 * BullMQ wants a worker's blocking commands to wait for ever rather than fail after some retries; a producer
 * must fail at once instead of holding a person's request until Redis is back. A connection that owes an answer for longer
 * than `socketTimeout` is replaced, such as one that a failover has lost; a worker's blocking command lasts up to ten seconds.
 */
const REDIS_OPTIONS = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false, socketTimeout: 5_000 },
  consumer: { maxRetriesPerRequest: null, socketTimeout: 15_000 },
} as const

function retryRedis(times: number): number {
  return Math.min(times * 50, 1_000)
}

function connectRedis(url: string, side: Side): QueueConnection {
  const connection = new Redis(url, { ...REDIS_OPTIONS[side], retryStrategy: retryRedis })
  connection.on('error', () => {}) // the queues and workers report it
  return {
    async prepare() {},
    async openQueue(name, options, on) {
      return new Queue(name, { ...options, connection }).on('error', on.error)
    },
    openWorker(name, run, options, on) {
      const worker = new Worker(name, run, { ...options, connection })
      return worker.on('error', on.error).on('failed', on.failed)
    },
    onReady(run) {
      connection.on('ready', run)
    },
    async disconnect() {
      connection.disconnect()
    },
  }
}

/** Processes that start together wait for one another; one that is stuck gives up its connection and tries again. */
const MIGRATION_TIMEOUT_MS = 30_000

/** A worker of each queue listens on a connection of its own; the rest is for their queries. */
const CONNECTIONS = { producer: 4, consumer: 10 } as const

function connectPostgres(url: string, side: Side): QueueConnection {
  const pool = openPool(url, side)
  pool.on('error', () => {}) // the queues and workers report it
  let isPrepared = false
  return {
    async prepare() {
      if (isPrepared) return
      const client = await pool.connect()
      try {
        await withTimeout(runMigrations(client, DEFAULT_SCHEMA), MIGRATION_TIMEOUT_MS)
        isPrepared = true
      } finally {
        client.release(!isPrepared)
      }
    },
    async openQueue(name, options, on) {
      const queue = new Queue(name, { ...options, connection: pool }, calmBackend).on('error', on.error)
      try {
        // BullMQ keeps the failure of a queue's first connection for good.
        await queue.waitUntilReady()
        return queue
      } catch (error) {
        void queue.close().catch(() => undefined)
        throw error
      }
    },
    openWorker(name, run, options, on) {
      const worker = new Worker(name, run, { ...options, connection: pool }, calmBackend)
      return worker.on('error', on.error).on('failed', on.failed)
    },
    onReady: () => {},
    disconnect: () => pool.end(),
  }
}

/** One pool for all queues, where BullMQ by itself has two a queue; it notices an outage as the shop's own pool does. The two packages' types say the same in different words. */
function openPool(url: string, side: Side): PgPool {
  const pool: unknown = new WatchedPool({
    connectionString: url,
    max: CONNECTIONS[side],
    options: `-c search_path=${DEFAULT_SCHEMA}`,
    connectionTimeoutMillis: START_TIMEOUT_MS,
  })
  if (!isPgPool(pool)) throw new TypeError('BullMQ does not take this pool')
  return pool
}

/** How often a worker looks whether a capped queue has a slot for it. */
const CAPPED_MS = 1_000

/**
 * BullMQ's wait for a job is over at once while one waits, also where the cap keeps it from being taken: the worker would
 * query without a pause until the cap has a free slot.
 */
const calmBackend: BackendFactory<PostgresQueueBackend, PostgresConnectionOptions> = (...args) => {
  const backend = createPostgresBackend(...args)
  const waitForJob = backend.waitForJob.bind(backend)
  backend.waitForJob = async (seconds) => {
    if (!(await backend.isMaxed())) return waitForJob(seconds)
    await pause(CAPPED_MS)
    return null
  }
  return backend
}
