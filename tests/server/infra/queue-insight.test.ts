import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLogger } from '#server/infra/log.ts'
import { type JobQueue, openQueue, type QueueSettings } from '#server/infra/queue.ts'
import { queueInsight } from '#server/infra/queue-insight.ts'
import { type JobHandlers, type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS, type JobName } from '#server/job-contracts.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startRedis } from '#tests/support/redis.ts'

const log = createLogger({ level: 'silent', pretty: false, destination: { write() {} } })

type WorkDeps = { queue: JobQueue; log: typeof log }

async function onPostgres(): Promise<{ settings: QueueSettings; end: () => Promise<void> }> {
  const database = await createTestDatabase()
  return { settings: { databaseUrl: database.url }, end: () => database.drop() }
}

async function onRedis(): Promise<{ settings: QueueSettings; end: () => Promise<void> }> {
  const redis = await startRedis()
  return { settings: { redisUrl: redis.url }, end: () => redis.close() }
}

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs on %s that were given up', (_name, openPlace) => {
  let place: Awaited<ReturnType<typeof onRedis>>
  let queue: JobQueue
  let workers: JobWorkers
  let isBroken = true
  const handled: string[] = []
  beforeAll(async () => {
    place = await openPlace()
    queue = openQueue(place.settings, log)
    const handle = async (_deps: WorkDeps, payload: unknown) => {
      if (isBroken) throw new Error('The mail server is away')
      handled.push(JSON.stringify(payload))
    }
    const names = Object.keys(JOB_PAYLOADS) as JobName[]
    const handlers = Object.fromEntries(names.map((name) => [name, { handle }])) as JobHandlers<WorkDeps>
    workers = await startWorkers(place.settings, handlers, { queue, log })
  })
  afterAll(async () => {
    await workers.close()
    await queue.close()
    await place.end()
  })

  /** Jobs of one try, so that they are given up at once. */
  async function fail(campaignId: string): Promise<string> {
    isBroken = true
    await queue.enqueue('campaigns.send', { campaignId })
    return vi.waitFor(async () => {
      const failed = await queue.listFailed({ limit: 10, offset: 0 })
      const job = failed.find(({ subjectId }) => subjectId === campaignId)
      expect(job).toBeDefined()
      return job?.id ?? ''
    }, 20_000)
  }

  it('are listed with what they were about and why, newest first', async () => {
    await fail('campaign-1')
    await fail('campaign-2')
    const failed = await queue.listFailed({ limit: 10, offset: 0 })
    expect(failed).toEqual(
      ['campaign-2', 'campaign-1'].map((subjectId) => ({
        id: expect.any(String),
        name: 'campaigns.send',
        reason: 'The mail server is away',
        attempts: 1,
        subjectId,
        failedAt: expect.any(Date),
      })),
    )
    expect(await queue.listFailed({ limit: 1, offset: 1 })).toMatchObject([{ subjectId: 'campaign-1' }])
    expect((await queue.countsByJob()).get('campaigns.send')).toEqual({
      waiting: 0,
      active: 0,
      delayed: 0,
      failed: 2,
    })
  })

  it('are retried on request, once', async () => {
    const id = await fail('campaign-3')
    isBroken = false
    expect(await queue.retryFailed(id)).toBe(true)
    await vi.waitFor(() => expect(handled).toContain('{"campaignId":"campaign-3"}'), 20_000)
    await vi.waitFor(async () => {
      const failed = await queue.listFailed({ limit: 10, offset: 0 })
      expect(failed.map(({ subjectId }) => subjectId)).not.toContain('campaign-3')
    }, 20_000)
    expect(await queue.retryFailed(id)).toBe(false)
    expect(await queue.retryFailed('made-up')).toBe(false)
  })

  it('are deleted on request', async () => {
    const id = await fail('campaign-4')
    expect(await queue.dropFailed(id)).toBe(true)
    expect(await queue.dropFailed(id)).toBe(false)
    const failed = await queue.listFailed({ limit: 10, offset: 0 })
    expect(failed.map((job) => job.id)).not.toContain(id)
  })
})

describe('the page of operations', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('waits for a queue that takes two seconds, and not for one that takes four', async () => {
    vi.useFakeTimers()
    const answerIn = (ms: number) => async () => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return []
    }
    const insight = (ms: number) =>
      queueInsight(async () => {
        const answer = answerIn(ms)
        return new Map([['slow', { getFailed: answer, getJobs: answer, getJob: async () => undefined }]])
      })
    const slow = insight(2_000).listFailed({ limit: 1, offset: 0 })
    const tooSlow = expect(insight(4_000).listFailed({ limit: 1, offset: 0 })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await slow).toEqual([])
    await tooSlow
  })
})
