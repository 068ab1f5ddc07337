import { createPostgresBackend, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { createLogger } from '#server/infra/log.ts'
import type { JobQueue, QueueSettings } from '#server/infra/queue.ts'
import type { JobHandlers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS, type JobName, QUEUES, type QueueName } from '#server/job-contracts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Gate, startGate } from '#tests/support/gate.ts'
import { startRedis } from '#tests/support/redis.ts'

export const log = createLogger({ level: 'silent', pretty: false, destination: { write() {} } })

export const NAMES = Object.keys(QUEUES) as QueueName[]

export type WorkDeps = { queue: JobQueue; log: typeof log }
export type Handle = (name: JobName, payload: unknown, deps: WorkDeps) => Promise<void>

/** Handlers for every job there is, all of them this one. */
export function handleAll(
  handle: Handle,
  everyMs: Partial<Record<JobName, number>> = {},
): JobHandlers<WorkDeps> {
  const names = Object.keys(JOB_PAYLOADS) as JobName[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        handle: (deps: WorkDeps, payload: unknown) => handle(name, payload, deps),
        ...(everyMs[name] === undefined ? {} : { everyMs: everyMs[name] }),
      },
    ]),
  ) as JobHandlers<WorkDeps>
}

export type Inside = Pick<
  Queue,
  | 'add'
  | 'close'
  | 'count'
  | 'getDelayed'
  | 'getFailedCount'
  | 'getJobCountByTypes'
  | 'getJobSchedulers'
  | 'obliterate'
  | 'getGlobalConcurrency'
  | 'upsertJobScheduler'
>

/** Where the jobs lie, behind a gate, and a look into it that does not go through our own code. */
export type Place = {
  settings: QueueSettings
  /** Around the gate; only where the jobs lie in Redis. */
  redisUrl?: string
  gate: Gate
  /** How many transactions or commands there have been so far. */
  effort(): Promise<number>
  look(queue: QueueName): Inside
  end(): Promise<void>
}

export async function onPostgres(): Promise<Place> {
  const database = await createTestDatabase()
  const gate = await startGate(database.url)
  return {
    settings: { databaseUrl: gate.url },
    gate,
    effort: () => countCommits(database.url),
    look: (queue) =>
      new Queue(queue, { connection: { connectionString: database.url, max: 2 } }, createPostgresBackend),
    async end() {
      await gate.end()
      await database.drop()
    },
  }
}

export async function onRedis(): Promise<Place> {
  const redis = await startRedis()
  const gate = await startGate(redis.url)
  const looking = new Redis(redis.url, { maxRetriesPerRequest: null })
  return {
    settings: { redisUrl: gate.url },
    redisUrl: redis.url,
    gate,
    effort: async () => Number(/total_commands_processed:(\d+)/.exec(await looking.info('stats'))?.[1]),
    look: (queue) => new Queue(queue, { connection: looking }),
    async end() {
      looking.disconnect()
      await gate.end()
      await redis.close()
    },
  }
}

async function countCommits(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ commits: string }>(
      'select xact_commit as commits from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]?.commits)
  } finally {
    await client.end()
  }
}
