import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { QUEUES } from '#server/job-contracts.ts'
import { startRedis } from '#tests/support/redis.ts'
import type { QueueFault } from './history.ts'

const NAMES = Object.keys(QUEUES)
/** How long a lock lasts in Redis without a word of its worker; stalled jobs are looked for as often. Redis counts real time. */
const LOCK_MS = 30_000

/** A Redis that keeps the shop's jobs in memory alone, and what the simulation reads and does there. */
export async function startJobStore() {
  const server = await startRedis()
  const options = { maxRetriesPerRequest: 1, commandTimeout: 1_000, retryStrategy: () => 50 }
  const redis = new Redis(server.url, options)
  redis.on('error', () => undefined)
  let schedules = 0

  async function countSchedules(): Promise<number> {
    const counts = await Promise.all(NAMES.map((name) => redis.zcard(`bull:${name}:repeat`)))
    return counts.reduce((total, count) => total + count, 0)
  }

  /** Jobs at work or about to be, each with its worker's lock. */
  async function findJobs(): Promise<string[]> {
    const found = NAMES.map(async (name) => {
      const key = `bull:${name}`
      const active = await redis.lrange(`${key}:active`, 0, -1)
      const locks = await Promise.all(active.map((id) => redis.get(`${key}:${id}:lock`)))
      const waiting = await redis.lrange(`${key}:wait`, 0, -1)
      // A lock that ran out is that of a worker that is gone: the next look for stalled jobs takes its job over.
      const held = active.flatMap((id, n) => (locks[n] ? `${name}:${id}:${locks[n]}` : []))
      return [...held, ...waiting.map((id) => `${name}:${id}`)]
    })
    return (await Promise.all(found)).flat()
  }

  return {
    url: server.url,
    /** One that is away is asked again. */
    findBusy: () => findJobs().catch(() => ['Redis is away']),
    /**
     * The clock is about to leap: locks of workers that are gone run out, and the next look for their jobs is due. Locks of
     * jobs that the leap begins stay.
     */
    async expireLocks(byMs: number): Promise<void> {
      if (byMs <= LOCK_MS) return
      const keys = [...(await redis.keys('bull:*:lock')), ...(await redis.keys('bull:*:stalled-check'))]
      if (keys.length > 0) await redis.del(...keys)
    },
    /** Workers look for what is due. */
    async wakeWorkers(): Promise<void> {
      await Promise.all(NAMES.map((name) => redis.zadd(`bull:${name}:marker`, 0, '0')))
    },
    async rememberSchedules(): Promise<void> {
      schedules = await countSchedules()
    },
    /** How many schedules there are no more. */
    missingSchedules: async () => schedules - (await countSchedules()),
    async fail(how: QueueFault, forMs: number): Promise<void> {
      if (how === 'emptied') return void (await redis.flushall())
      if (how === 'silent') server.hang()
      else await server.kill()
      await pause(forMs)
      if (how === 'silent') server.goOn()
      else await server.start()
    },
    async close(): Promise<void> {
      redis.disconnect()
      await server.close()
    },
  }
}
