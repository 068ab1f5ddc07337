import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { runMonitors } from '#server/features/operations/monitors.ts'
import { findBacklog } from '#server/features/operations/queries.ts'
import { MOST_EVENT_ATTEMPTS, storeEvent } from '#server/features/payments/stripe-events.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'

const MINUTE = 60_000

let deps: TestDeps
let admin: MadeAdmin
beforeEach(async () => {
  deps = await createTestDeps()
  admin = await makeAdmin(deps)
})
afterEach(() => deps.close())

/** The scheduled job: a worker ran it. */
async function run(): Promise<void> {
  await recordHeartbeat(deps, 'queue')
  await runMonitors(deps)
}

/** Advances the clock by so many minutes, with or without the queue running. */
async function pass(minutes: number, look: () => Promise<void> = run): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 5) {
    deps.clock.advance(Math.min(5, minutes - passed) * MINUTE)
    await look()
  }
}

const lookOnly = () => runMonitors(deps)

async function alerts() {
  const rows = await deps.db.alert.findMany({ orderBy: { openedAt: 'asc' } })
  return rows.map(({ key, closedAt }) => `${key} ${closedAt === null ? 'open' : 'over'}`)
}

/** Sends straight to the mail server, without outbox and queue. */
async function sentAlerts() {
  expect(await deps.db.outboxMessage.count({ where: { template: 'shop-alert' } })).toBe(0)
  return deps.mailer.sent
    .filter(({ subject }) => /stopped|again/.test(subject))
    .map(({ to, subject }) => [to, subject])
}

function writeMail() {
  return deps.db.$transaction((tx) =>
    queueMail(tx, deps, { template: 'account-erased', to: 'a@example.com', props: ERASED }),
  )
}
const ERASED = { username: 'kim', erasedAt: '2026-11-21T10:00:00.000Z', keepsDocuments: false }

const renderDocument = async () => ({ filename: 'none.pdf', content: Buffer.from('') })
const send = async (outboxId: string | null) => sendMail(deps, { outboxId: outboxId ?? '', renderDocument })

function breakMail(): void {
  deps.mailer.send = async () => {
    throw new Error('connect ECONNREFUSED')
  }
}

async function hear(id: string, source: 'webhook' | 'lookup'): Promise<void> {
  const event = {
    id,
    type: 'payment_intent.succeeded',
    objectId: 'pi_1',
    intentId: 'pi_1',
    livemode: false,
    createdAt: deps.clock.now(),
  }
  await storeEvent(deps, event, source)
}

const actOnAll = () => deps.db.stripeEvent.updateMany({ data: { processedAt: deps.clock.now() } })

it('writes no alert while nothing stops and nothing moves again', async () => {
  await run()
  await deps.pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'written'; end $$;
    create trigger refuse before insert or update on "Alert" for each statement execute function refuse()`)
  await pass(30)
  await deps.pool.query('drop trigger refuse on "Alert"')
  await pass(20, lookOnly)
  expect(await alerts()).toEqual(['queue open'])
  await deps.pool.query(
    'create trigger refuse before insert or update on "Alert" for each statement execute function refuse()',
  )
  await pass(10, lookOnly)
  expect(await sentAlerts()).toHaveLength(1)
})

describe('the queue', () => {
  it('that runs no job for fifteen minutes alerts every admin once, and once when it is over', async () => {
    const other = await makeAdmin(deps)
    await makeAdmin(deps, { disabledAt: deps.clock.now() })
    await run()
    await pass(10, lookOnly)
    expect(await alerts()).toEqual([])
    await pass(20, lookOnly)
    expect(await alerts()).toEqual(['queue open'])
    const everybody = [admin.email, other.email].toSorted()
    expect((await sentAlerts()).toSorted()).toEqual(everybody.map((to) => [to, 'The job queue has stopped']))
    await run()
    expect(await alerts()).toEqual(['queue over'])
    expect((await sentAlerts()).slice(2).map(([, subject]) => subject)).toEqual([
      'The job queue moves again',
      'The job queue moves again',
    ])
    await run()
    expect(await sentAlerts()).toHaveLength(4)
  })

  it('alerts once, however many processes check at once', async () => {
    await run()
    deps.clock.advance(14 * MINUTE)
    await lookOnly()
    deps.clock.advance(MINUTE)
    await Promise.all(Array.from({ length: 6 }, lookOnly))
    expect(await alerts()).toEqual(['queue open'])
    expect(await sentAlerts()).toHaveLength(1)
    await recordHeartbeat(deps, 'queue')
    await Promise.all(Array.from({ length: 6 }, lookOnly))
    expect(await sentAlerts()).toHaveLength(2)
  })

  it('moves again for a process whose clock is behind that of the one that alerted', async () => {
    await run()
    await pass(15, lookOnly)
    const { openedAt } = await deps.db.alert.findFirstOrThrow()
    await recordHeartbeat(deps, 'queue')
    await runMonitors({ ...deps, clock: fixedClock(new Date(openedAt.getTime() - 5).toISOString()) })
    expect(await alerts()).toEqual(['queue over'])
    expect(await sentAlerts()).toHaveLength(2)
  })

  it('alerts although it is unavailable, and the log reports it too', async () => {
    await run()
    deps.queue.setUnavailable(true)
    await pass(15, lookOnly)
    expect(await sentAlerts()).toEqual([[admin.email, 'The job queue has stopped']])
    const line = deps.logged.find((text) => text.includes('a part of the shop has stopped'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', part: 'queue' })
  })

  it('has fifteen minutes after a night in which the shop was down', async () => {
    await run()
    deps.clock.advance(8 * 60 * MINUTE)
    await lookOnly()
    await pass(10, lookOnly)
    expect(await alerts()).toEqual([])
    await pass(5, lookOnly)
    expect(await alerts()).toEqual(['queue open'])
  })
})

describe('mail', () => {
  it('has stopped when none is sent for fifteen minutes while one waits', async () => {
    breakMail()
    await run()
    const id = await writeMail()
    expect(await send(id)).toMatchObject({ status: 'retry' })
    await pass(10)
    expect(await alerts()).toEqual([])
    await pass(5)
    expect(await alerts()).toEqual(['mail open'])
  })

  it('has recovered with the first mail sent: others wait for their recipient’s server', async () => {
    await run()
    const [first] = [await writeMail(), await writeMail()]
    await pass(15)
    expect(await alerts()).toEqual(['mail open'])
    expect(await send(first)).toEqual({ status: 'sent' })
    await pass(5)
    expect(await alerts()).toEqual(['mail over'])
    await pass(60)
    expect(await alerts()).toEqual(['mail over'])
    expect(await sentAlerts()).toHaveLength(2)
  })
})

describe('Stripe’s webhooks', () => {
  it('have stopped when a payment is found by polling without a webhook', async () => {
    await run()
    await hear('evt_told', 'webhook')
    await actOnAll()
    await pass(30)
    await hear('evt_found', 'lookup')
    await actOnAll()
    await pass(10)
    expect(await alerts()).toEqual([])
    await pass(5)
    expect(await alerts()).toEqual(['webhooks open'])
    await hear('evt_next', 'webhook')
    await actOnAll()
    await run()
    expect(await alerts()).toEqual(['webhooks over'])
  })

  it('have not when the webhook is late, or nothing was sold', async () => {
    await run()
    await hear('evt_late', 'lookup')
    await pass(10)
    await hear('evt_late', 'webhook')
    await actOnAll()
    await pass(120)
    expect(await alerts()).toEqual([])
  })
})

describe('payments', () => {
  it('have stopped when a Stripe event is not handled for fifteen minutes', async () => {
    await run()
    await hear('evt_1', 'webhook')
    await pass(15)
    expect(await alerts()).toEqual(['payments open'])
    await actOnAll()
    await pass(5)
    expect(await alerts()).toEqual(['payments over'])
  })

  it('continue after an event that was given up, which the operations page still counts', async () => {
    await run()
    await hear('evt_given_up', 'webhook')
    await pass(15)
    await deps.db.stripeEvent.updateMany({ data: { attempts: MOST_EVENT_ATTEMPTS } })
    await pass(5)
    expect(await alerts()).not.toContain('payments open')
    expect(await findBacklog(deps)).toMatchObject({ webhooks: { unprocessed: 1 } })
    await hear('evt_next', 'webhook')
    await pass(15)
    expect(await alerts()).toContain('payments open')
  })
})
