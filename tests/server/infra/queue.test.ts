import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isOutage } from '#server/errors.ts'
import { type JobQueue, openQueue, type QueueSettings, retryDelayMs } from '#server/infra/queue.ts'
import { type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { StartError } from '#server/infra/start-error.ts'
import { JOB_ATTEMPTS, JOB_PAYLOADS, type JobName } from '#server/job-contracts.ts'
import { startGate } from '#tests/support/gate.ts'
import { startRedis } from '#tests/support/redis.ts'
import {
  type Handle,
  handleAll,
  type Inside,
  log,
  onPostgres,
  onRedis,
  type Place,
} from './queue-backends.ts'

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs on %s', (_name, openPlace) => {
  let place: Place
  let queue: JobQueue
  let inside: Inside
  let shop: Inside
  let workers: JobWorkers[] = []
  beforeAll(async () => {
    place = await openPlace()
    queue = openQueue(place.settings, log)
    await queue.schedule(new Map()) // which waits for the queue’s own tables
    inside = place.look('shop-mail')
    shop = place.look('shop')
  })
  afterEach(async () => {
    for (const worker of workers) await worker.close()
    workers = []
    await inside.obliterate({ force: true })
    await shop.obliterate({ force: true })
  })
  afterAll(async () => {
    await queue.close()
    await inside.close()
    await shop.close()
    await place.end()
  })

  async function work(handle: Handle, everyMs: Partial<Record<JobName, number>> = {}): Promise<void> {
    workers.push(await startWorkers(place.settings, handleAll(handle, everyMs), { queue, log }))
  }

  it('run once each, whichever of two workers takes them', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `mail-${index}`)
    const seen: string[] = []
    const handle: Handle = async (name, payload) => {
      seen.push(JOB_PAYLOADS['mail.send'].parse(payload).outboxId)
      expect(name).toBe('mail.send')
    }
    await work(handle)
    await work(handle)
    // In one call, as the shop does: forty calls at once would measure this machine's speed, not the workers.
    await queue.enqueueMany(
      'mail.send',
      ids.map((outboxId) => ({ outboxId })),
    )
    await vi.waitFor(async () => expect(await inside.getJobCountByTypes('completed')).toBe(40), 20_000)
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  it('wait longer after each failure, and are given up after their last try', async () => {
    const failures: string[] = []
    await work(async () => {
      failures.push('failed')
      throw new Error('The mail server is away')
    })
    await queue.enqueue('mail.send', { outboxId: 'mail-1' })

    for (let tries = 1; tries < JOB_ATTEMPTS['mail.send']; tries++) {
      const job = await vi.waitFor(async () => {
        const [delayed] = await inside.getDelayed()
        expect(delayed?.attemptsMade).toBe(tries)
        return delayed
      }, 10_000)
      expect(job?.delay).toBe(retryDelayMs(tries))
      await job?.promote()
    }
    await vi.waitFor(async () => expect(await inside.getFailedCount()).toBe(1), 10_000)
    expect(failures).toHaveLength(JOB_ATTEMPTS['mail.send'])
  })

  it('are refused on this side when their payload is wrong', async () => {
    // @ts-expect-error the compiler refuses it too
    await expect(queue.enqueue('mail.send', { outboxId: 7 })).rejects.toThrow()
    const extra = { outboxId: 'mail-1', address: 'a@example.com' }
    await expect(queue.enqueue('mail.send', extra)).rejects.toThrow()
    expect(await inside.count()).toBe(0)
  })

  it('are refused by the worker when their payload is invalid or their name unknown', async () => {
    const handled: string[] = []
    await work(async (name) => void handled.push(name))
    await inside.add('mail.send', { outboxId: { $ne: null } })
    await inside.add('constructor', {})
    await inside.add('no.such.job', {})
    await vi.waitFor(async () => expect(await inside.getFailedCount()).toBe(3), 10_000)
    expect(handled).toEqual([])
  })

  it('repeat once per interval, however many workers schedule them', async () => {
    const everyMs = { 'mail.sweep': 30_000, 'maintenance.cleanUp': 3_600_000 }
    await work(async () => undefined, everyMs)
    await work(async () => undefined, everyMs)
    const schedules = await shop.getJobSchedulers()
    expect(schedules.map(({ key, every }) => [key, Number(every)]).toSorted()).toEqual([
      ['mail.sweep', 30_000],
      ['maintenance.cleanUp', 3_600_000],
    ])
  })

  it('count what waits', async () => {
    await queue.enqueue('mail.send', { outboxId: 'mail-1' })
    expect(await queue.counts()).toMatchObject({ waiting: 1, active: 0 })
  })

  describe('when the queue is unavailable', () => {
    afterEach(async () => {
      await place.gate.open()
      await vi.waitFor(() => queue.ping(), 15_000)
    })

    const failure = (promise: Promise<unknown>) =>
      promise.then(
        () => 'it went through',
        (error: unknown) => error,
      )

    it('enqueueing fails instead of holding the request', async () => {
      await place.gate.close()
      for (const answer of [
        failure(queue.enqueue('mail.send', { outboxId: 'mail-1' })),
        failure(queue.ping()),
        failure(queue.counts()),
      ]) {
        expect(isOutage(await answer)).toBe(true)
      }
    })

    it('enqueueing fails also where the network swallows everything', async () => {
      place.gate.hang()
      expect(isOutage(await failure(queue.enqueue('mail.send', { outboxId: 'mail-1' })))).toBe(true)
      await place.gate.close()
    })

    it('workers continue without a restart once it is back', async () => {
      const handled: unknown[] = []
      await work(async (_name, payload) => void handled.push(payload))
      await place.gate.close()
      await place.gate.open()
      await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'after' }), 15_000)
      await vi.waitFor(() => expect(handled).toContainEqual({ outboxId: 'after' }), 30_000)
    })
  })

  it('a worker without a queue does not start, and says why', async () => {
    const gone = await startGate('tcp://127.0.0.1:1')
    await gone.close()
    const address = new URL(gone.url)
    const settings: QueueSettings =
      'redisUrl' in place.settings
        ? { redisUrl: `redis://127.0.0.1:${address.port}` }
        : { databaseUrl: `postgresql://u:p@127.0.0.1:${address.port}/none` }
    const offline = openQueue(settings, log)
    const start = startWorkers(
      settings,
      handleAll(async () => undefined, { 'mail.sweep': 1_000 }),
      {
        queue: offline,
        log,
      },
    )
    await expect(start).rejects.toThrow(StartError)
    await offline.close()
  })
})

// On PostgreSQL a process does not start without its database, where the queue lies too.
describe('a process that starts while Redis is unavailable', () => {
  it('starts, says that the queue is unavailable, and uses it once it is back', async () => {
    const redis = await startRedis()
    await redis.kill()
    const queue = openQueue({ redisUrl: redis.url }, log)
    const failure = await queue.enqueue('mail.send', { outboxId: 'mail-1' }).catch((error: unknown) => error)
    expect(isOutage(failure)).toBe(true)
    await redis.start()
    await vi.waitFor(() => queue.ping(), 15_000)
    await queue.enqueue('mail.send', { outboxId: 'mail-2' })
    await queue.close()
    await redis.close()
  })
})

describe('the waits between tries', () => {
  it('are 5 s, 30 s, 2 min, then doubling', () => {
    expect([1, 2, 3, 4, 5].map(retryDelayMs)).toEqual([5_000, 30_000, 120_000, 240_000, 480_000])
  })

  it('are never longer than an hour', () => {
    expect([7, 8, 9, 13, 1_000, 5_000].map(retryDelayMs)).toEqual([
      32 * 60_000,
      60 * 60_000,
      60 * 60_000,
      60 * 60_000,
      60 * 60_000,
      60 * 60_000,
    ])
  })
})
