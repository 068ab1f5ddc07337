import type { ConnectionOptions } from 'bullmq'
import { Redis } from 'ioredis'
import type { QueueSettings } from './queue.ts'

/** A person waits for this answer: a queue that says nothing for so long is away. */
export const PATIENCE_MS = 900
/** A process that starts can wait for the first connection, and for the queue's own tables. */
export const START_PATIENCE_MS = 5_000

/** What ioredis and BullMQ say when there is no connection to say it over. */
const NO_CONNECTION = /isn't writeable|Connection is closed|max retries per request/

/** The answer, or an error that says the queue is away: when there is no connection, or no answer in time. */
export async function orAway<T>(answer: Promise<T>, patienceMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(queueAway(new Error('No answer in time'))), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } catch (error) {
    throw error instanceof Error && NO_CONNECTION.test(error.message) ? queueAway(error) : error
  } finally {
    clearTimeout(timer)
  }
}

function queueAway(cause: Error): Error {
  return Object.assign(new Error('The job queue is away', { cause }), { code: 'ECONNREFUSED' })
}

type Side = 'producer' | 'consumer'

export type Connected<T> = {
  thing: T
  /** Calls back whenever a broken connection is back: a Redis that lost its memory has lost the schedules. */
  onBack(run: () => void): void
  disconnect(): Promise<void>
}

/**
 * BullMQ wants a worker's blocking commands to wait for ever rather than fail after some retries; a producer
 * must fail at once instead of holding a person's request until Redis is back.
 */
const REDIS_OPTIONS = {
  producer: { maxRetriesPerRequest: 1, enableOfflineQueue: false },
  consumer: { maxRetriesPerRequest: null },
} as const

function retryRedis(times: number): number {
  return Math.min(times * 50, 1_000)
}

export function connect<R, P>(
  settings: QueueSettings,
  side: Side,
  make: { redis: (connection: ConnectionOptions) => R; postgres: (connection: PostgresConnection) => P },
): Connected<R | P> {
  if ('redisUrl' in settings) {
    const redis = new Redis(settings.redisUrl, { ...REDIS_OPTIONS[side], retryStrategy: retryRedis })
    redis.on('error', () => {}) // the queue and the worker report it
    return {
      thing: make.redis(redis),
      onBack(run) {
        redis.on('ready', run)
      },
      async disconnect() {
        redis.disconnect()
      },
    }
  }
  const connection = { connectionString: settings.databaseUrl, migrate: true, max: 6 }
  return { thing: make.postgres(connection), onBack: () => {}, disconnect: async () => {} }
}

type PostgresConnection = { connectionString: string; migrate: boolean; max: number }
