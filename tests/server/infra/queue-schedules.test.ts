import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openQueue } from '#server/infra/queue.ts'
import { startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_ATTEMPTS, type JobName } from '#server/job-contracts.ts'
import { handleAll, log, onPostgres, onRedis } from './queue-backends.ts'

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const EVERY_MS: Partial<Record<JobName, number>> = {
  'mail.sweep': 3_600_000,
  'maintenance.cleanUp': 3_600_000,
  'orders.reconcile': 3_600_000,
}

async function startAt(openPlace: typeof onRedis, options: { renewMs?: number } = {}) {
  const place = await openPlace()
  endings.push(() => place.end())
  const queue = openQueue(place.settings, log)
  endings.push(() => queue.close())
  const handlers = handleAll(async () => undefined, EVERY_MS)
  const workers = await startWorkers(place.settings, handlers, { queue, log }, options)
  endings.push(() => workers.close())
  const [shop, stripe] = [place.look('shop'), place.look('shop-stripe')]
  endings.push(
    () => shop.close(),
    () => stripe.close(),
  )
  async function scheduled(): Promise<string[]> {
    const both = await Promise.all([shop.getJobSchedulers(), stripe.getJobSchedulers()])
    return both
      .flat()
      .map(({ key }) => key)
      .toSorted()
  }
  return { place, queue, workers, shop, stripe, scheduled }
}

const ALL = Object.keys(EVERY_MS).toSorted()

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('the schedules on %s', (_name, openPlace) => {
  it('lie in the queue of their job and carry its declared tries', async () => {
    const { shop, stripe } = await startAt(openPlace)
    const triesOf = (schedules: Awaited<ReturnType<typeof shop.getJobSchedulers>>) =>
      Object.fromEntries(schedules.map(({ key, template }) => [key, template?.opts?.attempts]))
    expect(triesOf(await shop.getJobSchedulers())).toEqual({
      'mail.sweep': JOB_ATTEMPTS['mail.sweep'],
      'maintenance.cleanUp': JOB_ATTEMPTS['maintenance.cleanUp'],
    })
    expect(triesOf(await stripe.getJobSchedulers())).toEqual({ 'orders.reconcile': 1 })
    expect(JOB_ATTEMPTS['maintenance.cleanUp']).toBeGreaterThan(1)
  })

  it('end where a queue has a job no more, or never had it', async () => {
    const { queue, shop, scheduled } = await startAt(openPlace)
    await shop.upsertJobScheduler('orders.reconcile', { every: 300_000 }, { name: 'orders.reconcile' })
    await shop.upsertJobScheduler('job.of.old', { every: 300_000 }, { name: 'job.of.old' })
    await queue.schedule(new Map([['mail.sweep', 3_600_000]]))
    expect(await scheduled()).toEqual(['mail.sweep'])
  })

  it('leave a run that is due in its place when they are renewed', async () => {
    const { queue, shop } = await startAt(openPlace)
    const next = async () => (await shop.getJobSchedulers()).map((schedule) => Number(schedule.next))
    const begun = Date.now()
    // The first run is at once, the next in an hour.
    await vi.waitFor(async () => {
      for (const at of await next()) expect(at).toBeGreaterThan(begun + 60_000)
    }, 20_000)
    const before = await next()
    await queue.schedule(new Map(Object.entries(EVERY_MS) as [JobName, number][]))
    expect(await next()).toEqual(before)
  })
})

describe('a Redis that comes back empty', () => {
  it('has all schedules again when the connection is ready', async () => {
    const { place, scheduled } = await startAt(onRedis)
    expect(await scheduled()).toEqual(ALL)
    const redis = await flushed(place.redisUrl)
    endings.push(async () => redis.disconnect())
    expect(await scheduled()).toEqual([])
    await place.gate.close()
    await place.gate.open()
    await vi.waitFor(async () => expect(await scheduled()).toEqual(ALL), 20_000)
  })

  it('has schedules and caps again at the next renewal, where the connection never broke', async () => {
    const { place, scheduled, stripe } = await startAt(onRedis, { renewMs: 200 })
    const redis = await flushed(place.redisUrl)
    endings.push(async () => redis.disconnect())
    await vi.waitFor(async () => expect(await scheduled()).toEqual(ALL), 20_000)
    expect(await stripe.getGlobalConcurrency()).toBe(1)
  })
})

async function flushed(url: string | undefined): Promise<Redis> {
  if (!url) throw new Error('This place has no Redis')
  const redis = new Redis(url)
  await redis.flushall()
  return redis
}
