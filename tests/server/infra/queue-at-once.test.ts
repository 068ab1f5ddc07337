import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type JobQueue, openQueue } from '#server/infra/queue.ts'
import { type JobWorkers, startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS, type JobName, QUEUES, type QueueName } from '#server/job-contracts.ts'
import {
  type Handle,
  handleAll,
  type Inside,
  log,
  NAMES,
  onPostgres,
  onRedis,
  type Place,
} from './queue-backends.ts'

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('jobs of one kind on %s', (_name, openPlace) => {
  let place: Place
  let queue: JobQueue
  const inside = new Map<QueueName, Inside>()
  let workers: JobWorkers[] = []
  beforeAll(async () => {
    place = await openPlace()
    queue = openQueue(place.settings, log)
    await queue.schedule(new Map()) // which waits for the queue’s own tables
    for (const name of NAMES) inside.set(name, place.look(name))
  })
  afterEach(async () => {
    for (const worker of workers) await worker.close()
    workers = []
    for (const name of NAMES) await look(name).obliterate({ force: true })
  })
  afterAll(async () => {
    await queue.close()
    for (const name of NAMES) await look(name).close()
    await place.end()
  })

  function look(name: QueueName): Inside {
    const found = inside.get(name)
    if (!found) throw new Error(`Nothing is known of ${name}`)
    return found
  }

  async function work(
    handle: Handle,
    everyMs: Partial<Record<JobName, number>> = {},
    options: Parameters<typeof startWorkers>[3] = {},
  ): Promise<void> {
    workers.push(await startWorkers(place.settings, handleAll(handle, everyMs), { queue, log }, options))
  }

  it('of one mail are one job, until it has ended', async () => {
    const add = (outboxId: string) => queue.enqueue('mail.send', { outboxId })
    await Promise.all([add('a'), add('a'), add('b')])
    expect(await look('shop-mail').count()).toBe(2)

    const sent: unknown[] = []
    await work(async (_name, payload) => void sent.push(payload))
    await vi.waitFor(() => expect(sent).toHaveLength(2), 20_000)
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(0), 20_000)
    await add('a')
    await vi.waitFor(() => expect(sent).toHaveLength(3), 20_000)
  })

  it('of a mail that a user waits for go before those that wait already', async () => {
    for (const outboxId of ['a', 'b', 'c']) await queue.enqueue('mail.send', { outboxId })
    await queue.enqueue('mail.send', { outboxId: 'code', isAwaited: true })
    await queue.enqueueMany('mail.send', [{ outboxId: 'link', isAwaited: true }])
    const begun: unknown[] = []
    await work(async (_name, payload) => void begun.push(JOB_PAYLOADS['mail.send'].parse(payload).outboxId))
    await vi.waitFor(() => expect(begun).toEqual(['link', 'code', 'a', 'b', 'c']), 20_000)
  })

  it('of one payment are handled one at a time, and what came meanwhile once more', async () => {
    let isHanging = true
    const begun: unknown[] = []
    await work(async (_name, payload) => {
      begun.push(JOB_PAYLOADS['orders.processEvent'].parse(payload).eventId)
      await vi.waitUntil(() => !isHanging, 20_000)
    })
    const add = (...eventIds: string[]) =>
      queue.enqueueMany(
        'orders.processEvent',
        eventIds.map((eventId) => ({ eventId, intentId: 'pi_1' })),
      )
    await add('a')
    await vi.waitFor(() => expect(begun).toEqual(['a']), 20_000)
    await add('b', 'c')
    await queue.enqueue('orders.processEvent', { eventId: 'other', intentId: 'pi_2' })
    await vi.waitFor(() => expect(begun).toEqual(['a', 'other']), 20_000)
    isHanging = false
    await vi.waitFor(() => expect(begun).toEqual(['a', 'other', 'c']), 20_000)
    await vi.waitFor(async () => expect(await look('shop-payments').count()).toBe(0), 20_000)
  })

  it('of a payment whose last tries failed run at once when there is news', async () => {
    let begun = 0
    await work(async () => {
      begun += 1
      if (begun < 3) throw new Error('Stripe is unavailable')
    })
    const add = (eventId: string) => queue.enqueue('orders.processEvent', { eventId, intentId: 'pi_1' })
    await add('a')
    for (const tries of [1, 2]) {
      await vi.waitFor(() => expect(begun).toBe(tries), 20_000)
      await vi.waitFor(async () => expect((await queue.counts()).delayed).toBe(1), 20_000)
      await add(`news-${tries}`)
    }
    // The third try by itself would be half a minute later.
    await vi.waitFor(() => expect(begun).toBe(3), 20_000)
  })

  it('that send mails let payments go first, except a mail that a user waits for', async () => {
    let isHanging = true
    const ended: string[] = []
    const handle: Handle = async (name, payload) => {
      if (name === 'orders.processEvent') await vi.waitUntil(() => !isHanging, 20_000)
      ended.push(name === 'mail.send' ? JOB_PAYLOADS[name].parse(payload).outboxId : name)
      // A mail that did not yield to the payment would end before it.
      if (ended.at(-1) === 'code') isHanging = false
    }
    await work(handle, {}, { mailYieldsMs: 60_000 })
    await queue.enqueue('orders.processEvent', { eventId: 'a', intentId: 'pi_1' })
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(1), 20_000)
    await queue.enqueue('mail.send', { outboxId: 'receipt' })
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(2), 20_000)
    await queue.enqueue('mail.send', { outboxId: 'code', isAwaited: true })
    await vi.waitFor(() => expect(ended).toEqual(['code', 'orders.processEvent', 'receipt']), 20_000)
  })

  it('of a campaign that has begun can be added: its worker may be dead', async () => {
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

  it('of one campaign that waits are one job', async () => {
    const add = () => queue.enqueue('campaigns.send', { campaignId: 'a' })
    await Promise.all([add(), add(), queue.enqueue('campaigns.send', { campaignId: 'b' })])
    await add()
    expect(await look('shop-campaigns').count()).toBe(2)
    let sent = 0
    await work(async () => void sent++)
    await vi.waitFor(() => expect(sent).toBe(2), 20_000)
    await vi.waitFor(async () => expect((await queue.counts()).active).toBe(0), 20_000)
    await add()
    await vi.waitFor(() => expect(sent).toBe(3), 20_000)
  })

  it('that read many payments from Stripe never run twice at once', async () => {
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

  it('added together are one job a mail, in their order, whatever waits already', async () => {
    await queue.enqueue('mail.send', { outboxId: '7' })
    const ids = Array.from({ length: 450 }, (_, index) => String(index % 440))
    await queue.enqueueMany(
      'mail.send',
      ids.map((outboxId) => ({ outboxId })),
    )
    expect(await look('shop-mail').count()).toBe(440)
  })

  it('with a cap never run more often at once, however many processes there are', async () => {
    let isHanging = true
    let [running, most] = [0, 0]
    let isPaid = false
    const handle: Handle = async (name) => {
      if (name === 'orders.processEvent') {
        isPaid = true
        return
      }
      most = Math.max(most, ++running)
      await vi.waitUntil(() => !isHanging, 20_000)
      running--
    }
    const workerCount = 3
    for (let times = 0; times < workerCount; times++) await work(handle)
    await queue.enqueueMany(
      'mail.send',
      Array.from({ length: 20 }, (_, index) => ({ outboxId: `${index}` })),
    )
    await vi.waitFor(() => expect(running).toBe(QUEUES['shop-mail'].atOnce), 20_000)
    await queue.enqueue('orders.processEvent', { eventId: 'evt_1' })
    await vi.waitFor(() => expect(isPaid).toBe(true), 20_000)
    isHanging = false
    await vi.waitFor(async () => expect(await look('shop-mail').count()).toBe(0), 20_000)
    await vi.waitFor(() => expect(running).toBe(0), 20_000)
    expect(most).toBe(QUEUES['shop-mail'].atOnce)
  })

  it('wait for a slot without asking for one again and again', async () => {
    let isHanging = true
    let requeues = 0
    const handle: Handle = async (name) => {
      if (name === 'mail.sweep') requeues++
      else await vi.waitUntil(() => !isHanging, 20_000)
    }
    await work(handle, { 'mail.sweep': 1_000 })
    await work(handle, { 'mail.sweep': 1_000 })
    await queue.enqueueMany(
      'mail.send',
      Array.from({ length: 1_000 }, (_, index) => ({ outboxId: `${index}` })),
    )
    await vi.waitFor(() => expect(requeues).toBeGreaterThan(1), 20_000)
    const [before, swept] = [await place.effort(), requeues]
    await vi.waitFor(() => expect(requeues).toBeGreaterThan(swept + 2), 20_000)
    expect((await place.effort()) - before).toBeLessThan(600)
    isHanging = false
    await vi.waitFor(async () => expect(await look('shop-mail').count()).toBe(0), 20_000)
  })

  it('of mail leave capacity for others while the mail server hangs, and none is lost', async () => {
    let isHanging = true
    const handled: string[] = []
    await work(async (name) => {
      if (name === 'mail.send') await vi.waitUntil(() => !isHanging, 20_000)
      handled.push(name)
    })
    await queue.enqueueMany(
      'mail.send',
      Array.from({ length: 12 }, (_, i) => ({ outboxId: `${i}` })),
    )
    await queue.enqueue('orders.processEvent', { eventId: 'evt_1' })
    await vi.waitFor(() => expect(handled).toEqual(['orders.processEvent']), 20_000)
    isHanging = false
    await vi.waitFor(() => expect(handled).toHaveLength(13), 20_000)
  })
})
