import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JobQueue, type JobWorkers, openQueue, startWorkers } from '#server/infra/queue.ts'
import { type Handle, handleAll, type Inside, log, onPostgres, onRedis, type Place } from './queue-place.ts'

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs of one kind on %s', (_name, openPlace) => {
  let place: Place
  let queue: JobQueue
  let inside: Inside
  let workers: JobWorkers[] = []
  beforeAll(async () => {
    place = await openPlace()
    queue = openQueue(place.settings, log)
    await queue.schedule('mail.sweep', 3_600_000) // which waits for the queue’s own tables
    inside = place.look()
    await inside.obliterate({ force: true })
  })
  afterEach(async () => {
    for (const worker of workers) await worker.close()
    workers = []
    await inside.obliterate({ force: true })
  })
  afterAll(async () => {
    await queue.close()
    await inside.close()
    await place.end()
  })

  async function work(handle: Handle): Promise<void> {
    workers.push(await startWorkers(place.settings, handleAll(handle), { queue, log }))
  }

  it('of one mail are one job, until it has ended', async () => {
    const add = (outboxId: string) => queue.enqueue('mail.send', { outboxId })
    await Promise.all([add('a'), add('a'), add('b')])
    expect(await inside.count()).toBe(2)

    const sent: unknown[] = []
    await work(async (_name, payload) => void sent.push(payload))
    await vi.waitFor(() => expect(sent).toHaveLength(2), 20_000)
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(0), 20_000)
    await add('a')
    await vi.waitFor(() => expect(sent).toHaveLength(3), 20_000)
  })

  it('of a mailing that has begun can be added: its worker may be dead', async () => {
    let isHanging = true
    let begun = 0
    await work(async () => {
      begun++
      await vi.waitUntil(() => !isHanging, 20_000)
    })
    await queue.enqueue('campaigns.send', { campaignId: 'a' })
    await vi.waitFor(() => expect(begun).toBe(1), 20_000)
    await queue.enqueue('campaigns.send', { campaignId: 'a' })
    await vi.waitFor(() => expect(begun).toBe(2), 20_000)
    isHanging = false
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(0), 20_000)
  })

  it('of one mailing that waits are one job', async () => {
    const add = () => queue.enqueue('campaigns.send', { campaignId: 'a' })
    await Promise.all([add(), add(), queue.enqueue('campaigns.send', { campaignId: 'b' })])
    await add()
    expect(await inside.count()).toBe(2)
    let sent = 0
    await work(async () => void sent++)
    await vi.waitFor(() => expect(sent).toBe(2), 20_000)
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(0), 20_000)
    await add()
    await vi.waitFor(() => expect(sent).toBe(3), 20_000)
  })

  it('that ask Stripe for many payments never run beside themselves', async () => {
    let isHanging = true
    let [running, most] = [0, 0]
    const handled: string[] = []
    await work(async (name) => {
      if (name === 'orders.reconcile') {
        most = Math.max(most, ++running)
        await vi.waitUntil(() => !isHanging, 20_000)
        running--
      }
      handled.push(name)
    })
    for (let times = 0; times < 3; times++) await queue.enqueue('orders.reconcile', {})
    await queue.enqueue('orders.processEvent', { eventId: 'evt_1' })
    await vi.waitFor(() => expect(handled).toEqual(['orders.processEvent']), 20_000)
    isHanging = false
    await vi.waitFor(() => expect(handled).toHaveLength(4), 20_000)
    expect(most).toBe(1)
  })

  it('of mail leave room for others while the mail server hangs, and none is lost', async () => {
    let isHanging = true
    const handled: string[] = []
    await work(async (name) => {
      if (name === 'mail.send') await vi.waitUntil(() => !isHanging, 20_000)
      handled.push(name)
    })
    await Promise.all(Array.from({ length: 12 }, (_, i) => queue.enqueue('mail.send', { outboxId: `${i}` })))
    await queue.enqueue('orders.processEvent', { eventId: 'evt_1' })
    await vi.waitFor(() => expect(handled).toEqual(['orders.processEvent']), 20_000)
    isHanging = false
    await vi.waitFor(() => expect(handled).toHaveLength(13), 20_000)
  })
})
