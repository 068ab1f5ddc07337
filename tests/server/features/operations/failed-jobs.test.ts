import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findJobs, retryJob, retryJobs } from '#server/features/operations/failed-jobs.ts'
import { type JobQueue, openQueue, type QueueSettings } from '#server/infra/queue.ts'
import { type JobHandlers, type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS, type JobName } from '#server/job-contracts.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { startRedis } from '#tests/support/redis.ts'

const onPostgres = async (databaseUrl: string) => ({ settings: { databaseUrl }, async end() {} })
async function onRedis(): Promise<{ settings: QueueSettings; end: () => Promise<void> }> {
  const redis = await startRedis()
  return { settings: { redisUrl: redis.url }, end: () => redis.close() }
}

type WorkDeps = Pick<TestDeps, 'log'> & { queue: JobQueue }

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs on %s that were given up', (_name, openPlace) => {
  let deps: TestDeps
  let place: Awaited<ReturnType<typeof onRedis>>
  let queue: JobQueue
  let workers: JobWorkers
  let isBroken = true
  const handled: string[] = []
  beforeAll(async () => {
    deps = await createTestDeps()
    place = await openPlace(deps.databaseUrl)
    queue = openQueue(place.settings, deps.log)
    const handle = async (_deps: WorkDeps, payload: unknown) => {
      if (isBroken) throw new Error('550 kim@example.com is full')
      handled.push(JSON.stringify(payload))
    }
    const names = Object.keys(JOB_PAYLOADS) as JobName[]
    const handlers = Object.fromEntries(names.map((name) => [name, { handle }])) as JobHandlers<WorkDeps>
    workers = await startWorkers(place.settings, handlers, { queue, log: deps.log })
  })
  afterAll(async () => {
    await workers.close()
    await queue.close()
    await place.end()
    await deps.close()
  })

  const shop = () => ({ db: deps.db, clock: deps.clock, queue })

  /** Jobs with one attempt, so that they fail at once. */
  async function fail(campaignIds: readonly string[]): Promise<void> {
    isBroken = true
    for (const campaignId of campaignIds) await queue.enqueue('campaigns.send', { campaignId })
    await queue.enqueue('campaigns.sweep', {})
    await vi.waitFor(async () => {
      expect((await findJobs(shop(), 0)).failed).toHaveLength(campaignIds.length + 1)
    }, 20_000)
  }

  it('are listed with the reason, retried by name or one by one, and audited', async () => {
    await fail(['campaign-1', 'campaign-2', 'campaign-3'])
    const { counts, failed, hasMore } = await findJobs(shop(), 0)
    expect(counts.map(({ name, failed: count }) => [name, count])).toEqual([
      ['campaigns.send', 3],
      ['campaigns.sweep', 1],
    ])
    expect(hasMore).toBe(false)
    expect(new Set(failed.map(({ reason }) => reason))).toEqual(new Set(['550 [address] is full']))
    expect((await findJobs(shop(), 3)).failed).toHaveLength(1)

    isBroken = false
    const adminId = 'admin-1'
    const one = failed.find(({ name }) => name === 'campaigns.send')?.id ?? ''
    expect(await retryJob(shop(), { id: one, adminId })).toEqual({ success: true })
    await expect(retryJob(shop(), { id: one, adminId })).rejects.toMatchObject({ code: 'JOB_NOT_FAILED' })
    expect(await retryJobs(shop(), { name: 'campaigns.send', adminId })).toEqual({
      retried: 2,
      hasMore: false,
    })
    expect(await retryJobs(shop(), { name: 'campaigns.send', adminId })).toEqual({
      retried: 0,
      hasMore: false,
    })
    await vi.waitFor(() => expect(handled).toHaveLength(3), 20_000)
    const left = await findJobs(shop(), 0)
    expect(left.failed.map(({ name }) => name)).toEqual(['campaigns.sweep'])

    const record = await deps.db.auditEntry.findMany({ orderBy: { id: 'asc' } })
    expect(record.map(({ action, subjectId, details }) => [action, subjectId, details])).toEqual([
      ['job.retried', one, {}],
      ['jobs.retried', 'campaigns.send', { count: 2 }],
    ])
  })
})
