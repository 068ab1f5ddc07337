import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startMailbox } from '#server/demo/mailbox.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { createMailer } from '#server/infra/mailer.ts'
import { openQueue, type QueueSettings } from '#server/infra/queue.ts'
import { startWorkers } from '#server/infra/queue-workers.ts'
import { JOB_PAYLOADS } from '#server/job-contracts.ts'
import { JOB_HANDLERS, startJobs } from '#server/workers.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { startRedis } from '#tests/support/redis.ts'
import { createTestShop } from '#tests/support/shop.ts'

/** What was opened, closed from last to first. */
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

async function startWorkedShop(settingsFor: (databaseUrl: string) => Promise<QueueSettings>) {
  const shop = await createTestShop()
  endings.push(() => shop.close())
  const dir = await mkdtemp(join(tmpdir(), 'workers-'))
  endings.push(() => rm(dir, { recursive: true, force: true }))
  const mailbox = await startMailbox({ dir, clock: shop.deps.clock })
  endings.push(() => mailbox.close())
  const mailer = createMailer({
    smtpUrl: mailbox.smtpUrl,
    requireTls: false,
    from: 'Shop <shop@example.com>',
  })
  endings.push(() => mailer.close())
  const settings = await settingsFor(shop.deps.databaseUrl)
  const queue = openQueue(settings, shop.deps.log)
  endings.push(() => queue.close())
  const deps = { ...shop.deps, queue, mailer }
  const workers = await startWorkers(settings, JOB_HANDLERS, deps)
  endings.push(() => workers.close())
  return { shop, deps, mailbox }
}

const onRedis = async (): Promise<QueueSettings> => {
  const redis = await startRedis()
  endings.push(() => redis.close())
  return { redisUrl: redis.url }
}
const onPostgres = async (databaseUrl: string): Promise<QueueSettings> => ({ databaseUrl })

describe.each([
  ['PostgreSQL', onPostgres],
  ['Redis', onRedis],
] as const)('with the queue on %s', (_name, settingsFor) => {
  it('a purchase is confirmed by one mail with its invoice, however often it was settled', async () => {
    const { shop, deps, mailbox } = await startWorkedShop(settingsFor)
    const student = await makeStudent(deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [2] })
    await shop.pay(intentId)
    await Promise.all(Array.from({ length: 5 }, () => syncPayment(deps, intentId)))

    await vi.waitFor(async () => {
      const row = await deps.db.outboxMessage.findFirst({ where: { dedupeKey: `purchase:${orderId}` } })
      expect(row?.status).toBe('sent')
    }, 30_000)
    const [mail, ...others] = await mailbox.list({ to: student.email })
    expect(others).toEqual([])
    const read = await mailbox.read(mail?.id ?? '')
    expect(read?.attachments).toMatchObject([{ contentType: 'application/pdf' }])
    expect(read?.text).toContain('INV-')
  })

  it('an event in the inbox is acted on', async () => {
    const { shop, deps } = await startWorkedShop(settingsFor)
    const student = await makeStudent(deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1] })
    await shop.pay(intentId)
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', objectId: intentId, intentId }
    await deps.db.stripeEvent.create({ data: { ...event, receivedAt: deps.clock.now() } })
    await deps.queue.enqueue('orders.processEvent', { eventId: event.id })
    await vi.waitFor(async () => {
      const row = await deps.db.stripeEvent.findUnique({ where: { id: event.id } })
      expect(row?.processedAt).not.toBeNull()
    }, 30_000)
    expect(await deps.db.entitlement.count({ where: { orderId } })).toBe(1)
  })
})

describe('a process that ends while the mail server hangs', () => {
  it('gives its mails back, and its queue the job', async () => {
    const shop = await createTestShop()
    endings.push(() => shop.close())
    const silent = createServer().listen(0, '127.0.0.1')
    endings.push(async () => silent.close())
    await once(silent, 'listening')
    const address = silent.address()
    const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const mailer = createMailer({ smtpUrl, requireTls: false, from: 'Shop <shop@example.com>' })
    const queueSettings = { databaseUrl: shop.deps.databaseUrl }
    const queue = openQueue(queueSettings, shop.deps.log)
    endings.push(() => queue.close())
    const deps = { ...shop.deps, queue, mailer }
    const workers = await startJobs({ deps, queueSettings })
    const mail = { template: 'welcome', to: 'sam@example.com', props: { username: 'Sam' } } as const
    const id = (await queueMail(deps.db, deps, mail)) ?? ''
    await enqueueOutbox(deps, [id])
    // The scheduled jobs run at once, and record a heartbeat.
    await vi.waitFor(async () => {
      const beats = await deps.db.heartbeat.findMany({ select: { name: true } })
      expect(beats.map(({ name }) => name)).toEqual(expect.arrayContaining(['workers', 'job:mail.sweep']))
    }, 20_000)
    const row = () => deps.db.outboxMessage.findUniqueOrThrow({ where: { id } })
    await vi.waitFor(async () => expect((await row()).status).toBe('sending'), 20_000)

    await workers.close()
    expect(await row()).toMatchObject({ status: 'queued', lastError: expect.stringMatching(/stopping/) })
    expect(await queue.counts()).toMatchObject({ active: 0 })
  })
})

describe('the list of handlers', () => {
  it('has one for every job, and for nothing else', () => {
    expect(Object.keys(JOB_HANDLERS).toSorted()).toEqual(Object.keys(JOB_PAYLOADS).toSorted())
  })
})
