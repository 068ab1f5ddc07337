import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isOutage } from '#server/errors.ts'
import { type JobQueue, openQueue } from '#server/infra/queue.ts'
import { type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { StartError } from '#server/infra/start-error.ts'
import { JOB_PAYLOADS } from '#server/job-contracts.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { handleAll, log, onPostgres, onRedis, type Place } from './queue-backends.ts'

/** Far from the quarter of an hour that TCP would wait. */
const SOON = 60_000
const TIMES = 2 * SOON + 10_000

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs on %s', (_name, openPlace) => {
  let place: Place
  let queue: JobQueue
  let workers: JobWorkers
  let seen: string[] = []
  beforeAll(async () => {
    place = await openPlace()
    queue = openQueue(place.settings, log)
    const handlers = handleAll(async (_job, payload) => {
      seen.push(JOB_PAYLOADS['mail.send'].parse(payload).outboxId)
    })
    workers = await startWorkers(place.settings, handlers, { queue, log })
  })
  afterEach(() => {
    seen = []
  })
  afterAll(async () => {
    await workers.close()
    await queue.close()
    await place.end()
  })

  it('go on over new connections after a failover that loses those there are', {
    timeout: TIMES,
  }, async () => {
    await queue.enqueue('mail.send', { outboxId: 'before' })
    await vi.waitFor(() => expect(seen).toEqual(['before']), SOON)
    place.gate.lose()
    await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'after' }), SOON)
    await vi.waitFor(() => expect(seen).toEqual(['before', 'after']), SOON)
  })

  it('go on after a network that swallows everything has come back', { timeout: TIMES }, async () => {
    place.gate.hang()
    const failure = await queue
      .enqueue('mail.send', { outboxId: 'meanwhile' })
      .catch((error: unknown) => error)
    expect(isOutage(failure)).toBe(true)
    await place.gate.open()
    await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'again' }), SOON)
    await vi.waitFor(() => expect(seen).toContain('again'), SOON)
    recordReliability('parts away', 1, 'queues lost and back')
  })
})

describe('a process whose first connections failed', () => {
  let place: Place
  let queue: JobQueue
  beforeAll(async () => {
    place = await onPostgres()
    // One for the queue's own tables and one for the probe: none is left for most of the queues.
    place.gate.admit(2)
    queue = openQueue(place.settings, log)
  })
  afterAll(async () => {
    await queue.close()
    await place.end()
  })

  it('finds the queue when it is back', { timeout: TIMES }, async () => {
    await expect(queue.ping(SOON)).rejects.toSatisfy(isOutage)
    await place.gate.open()
    await vi.waitFor(() => queue.ping(), SOON)
  })
})

describe('workers whose schedules are not written in time', () => {
  it('end their start, so that a service manager starts them again', { timeout: TIMES }, async () => {
    const place = await onPostgres()
    const queue = openQueue(place.settings, log)
    await queue.schedule(new Map())
    const other = new pg.Client({ connectionString: place.gate.url })
    await other.connect()
    await other.query('begin; lock table bullmq.scheduler in access exclusive mode')
    const handlers = handleAll(async () => undefined, { 'mail.sweep': 30_000 })
    await expect(startWorkers(place.settings, handlers, { queue, log })).rejects.toThrow(StartError)
    await other.end()
    await queue.close()
    await place.end()
  })
})

describe('a Redis that hangs', () => {
  let redis: TestRedis
  let queue: JobQueue
  beforeAll(async () => {
    redis = await startRedis()
    queue = openQueue({ redisUrl: redis.url }, log)
    await queue.schedule(new Map())
  })
  afterAll(async () => {
    redis.goOn()
    await queue.close()
    await redis.close()
  })

  const isRefused = (promise: Promise<unknown>) => promise.then(() => false, isOutage)
  const jobs = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({ outboxId: `${name}-${index}` }))

  it('is called once by a caller who enqueues one after the other, and not once for each', {
    timeout: TIMES,
  }, async () => {
    redis.hang()
    for (const job of jobs(30, 'one')) expect(await isRefused(queue.enqueue('mail.send', job))).toBe(true)
    expect(await isRefused(queue.enqueueMany('mail.send', jobs(1_000, 'many')))).toBe(true)
    redis.goOn()
    await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'last' }), SOON)
    expect(await queue.counts()).toMatchObject({ waiting: 2 })
  })

  it('gets two hundred of a thousand jobs, and no more', { timeout: TIMES }, async () => {
    const { waiting: before = 0 } = await queue.counts()
    redis.hang()
    expect(await isRefused(queue.enqueueMany('mail.send', jobs(1_000, 'club')))).toBe(true)
    redis.goOn()
    await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'end' }), SOON)
    expect(await queue.counts()).toMatchObject({ waiting: before + 200 + 1 })
  })
})
