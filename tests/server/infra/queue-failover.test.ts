import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JobQueue, openQueue } from '#server/infra/queue.ts'
import { type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS } from '#server/job-contracts.ts'
import { handleAll, log, onRedis, type Place } from './queue-place.ts'

/** Far from the quarter of an hour that TCP would wait. */
const SOON = 40_000

describe('a failover of Redis that loses the connections there are', () => {
  let place: Place
  let queue: JobQueue
  let workers: JobWorkers
  const seen: string[] = []
  beforeAll(async () => {
    place = await onRedis()
    queue = openQueue(place.settings, log)
    const handlers = handleAll(async (_name, payload) => {
      seen.push(JOB_PAYLOADS['mail.send'].parse(payload).outboxId)
    })
    workers = await startWorkers(place.settings, handlers, { queue, log })
  })
  afterAll(async () => {
    await workers.close()
    await queue.close()
    await place.end()
  })

  it('is noticed on both sides, and jobs go on over new ones', { timeout: SOON * 2 + 10_000 }, async () => {
    await queue.enqueue('mail.send', { outboxId: 'before' })
    await vi.waitFor(() => expect(seen).toEqual(['before']), SOON)
    place.gate.lose()
    await vi.waitFor(() => queue.enqueue('mail.send', { outboxId: 'after' }), SOON)
    await vi.waitFor(() => expect(seen).toEqual(['before', 'after']), SOON)
  })
})
