import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { runMonitors } from '#server/features/operations/monitors.ts'
import { findBacklog } from '#server/features/operations/queries.ts'
import { isSignedBySvix } from '#server/infra/svix.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { startWebhookServer, type WebhookServer } from '#tests/support/webhook-server.ts'

const MINUTE = 60_000

let deps: TestDeps
let webhook: WebhookServer
let adminEmail: string
beforeEach(async () => {
  webhook = await startWebhookServer()
  deps = await createTestDeps({ env: { ALERT_WEBHOOK_URL: webhook.url } })
  adminEmail = (await makeAdmin(deps)).email
})
afterEach(async () => {
  await deps.close()
  await webhook.close()
})

/** The queue runs no job for fifteen minutes. */
async function stopQueue(): Promise<void> {
  await runMonitors(deps)
  deps.clock.advance(14 * MINUTE)
  await runMonitors(deps)
  deps.clock.advance(MINUTE)
  await runMonitors(deps)
}

async function look(minutes: number): Promise<void> {
  deps.clock.advance(minutes * MINUTE)
  await runMonitors(deps)
}

const mailed = () => deps.mailer.sent.map(({ to, subject }) => [to, subject])

async function notices() {
  const { alerts } = await findBacklog(deps)
  return alerts.flatMap((alert) =>
    alert.notices.map(({ to, deliveredAt, error }) => [to, deliveredAt, error]),
  )
}

function breakMail(): () => void {
  const { send } = deps.mailer
  deps.mailer.send = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25'))
  return () => {
    deps.mailer.send = send
  }
}

describe('an alert', () => {
  it('goes to every admin and the webhook without outbox and queue, and is recorded', async () => {
    deps.queue.setUnavailable(true)
    await stopQueue()
    expect(mailed()).toEqual([[adminEmail, 'The job queue has stopped']])
    expect(webhook.received).toEqual([
      {
        id: expect.any(String),
        text: `The job queue has stopped (${deps.config.publicUrl})`,
        shop: deps.config.publicUrl,
        part: 'queue',
        state: 'stopped',
        since: '2026-11-21T10:00:00.000Z',
        at: '2026-11-21T10:15:00.000Z',
      },
    ])
    expect(await deps.db.outboxMessage.count()).toBe(0)
    const at = deps.clock.now()
    expect(new Set(await notices())).toEqual(
      new Set([
        [null, at, null],
        [adminEmail, at, null],
      ]),
    )
  })

  it('is sent once, however many processes run and how often, and once more when it is over', async () => {
    await stopQueue()
    await Promise.all(Array.from({ length: 6 }, () => look(1)))
    expect([mailed().length, webhook.received.length]).toEqual([1, 1])
    await recordHeartbeat(deps, 'queue')
    await Promise.all(Array.from({ length: 6 }, () => look(1)))
    await look(5)
    expect(mailed().slice(1)).toEqual([[adminEmail, 'The job queue moves again']])
    expect(webhook.received.slice(1)).toEqual([expect.objectContaining({ state: 'moving' })])
  })

  it('reaches the webhook while mail is down, and the admin once mail works', async () => {
    const mend = breakMail()
    await stopQueue()
    expect(webhook.received).toHaveLength(1)
    expect(await notices()).toContainEqual([adminEmail, null, 'connect ECONNREFUSED 127.0.0.1:25'])
    expect(deps.logged.join('')).toContain('an alert could not be told')
    mend()
    await look(1)
    expect(mailed()).toEqual([])
    await look(2)
    expect(mailed()).toEqual([[adminEmail, 'The job queue has stopped']])
    expect(await notices()).toContainEqual([adminEmail, deps.clock.now(), null])
    expect(webhook.received).toHaveLength(1)
  })

  it('that could not be sent is dropped once it is over', async () => {
    const mend = breakMail()
    await stopQueue()
    mend()
    await recordHeartbeat(deps, 'queue')
    await look(5)
    await look(5)
    expect(mailed()).toEqual([[adminEmail, 'The job queue moves again']])
  })
})

describe('a webhook', () => {
  it.each([
    ['that fails', 500, 'It answered 500'],
    ['that leads elsewhere', 302, 'It answered 302'],
  ])('%s is tried again, and its address stays out of log and database', async (_, status, error) => {
    webhook.answer = (_request, response) => void response.writeHead(status, { location: '/elsewhere' }).end()
    await stopQueue()
    expect(await notices()).toContainEqual([null, null, error])
    expect(mailed()).toHaveLength(1)
    webhook.answer = (_request, response) => void response.writeHead(200).end('ok')
    await look(3)
    expect(await notices()).toContainEqual([null, deps.clock.now(), null])
    expect(webhook.received).toHaveLength(2)
    expect(mailed()).toHaveLength(1)
    expect(deps.logged.join('')).not.toContain('secret-part')
  })

  it('that closes the connection is reported without its address', async () => {
    webhook.answer = (request) => request.socket.destroy()
    await stopQueue()
    expect(await notices()).toContainEqual([null, null, expect.stringMatching(/^No answer \(\w+\)$/)])
    expect(deps.logged.join('')).not.toContain('secret-part')
  })

  it('gets a signature over the very bytes, and the same id at each try', async () => {
    const secret = `whsec_${Buffer.from('a secret of the tests').toString('base64')}`
    deps.config = { ...deps.config, alertWebhookSecret: secret }
    webhook.answer = (_request, response) => void response.writeHead(500).end()
    await stopQueue()
    await look(3)
    const now = deps.clock.now()
    const requests = webhook.raw.map(({ headers, body }) => ({
      id: headers['webhook-id'],
      isRight: isSignedBySvix({ secret, headers: svixNames(headers), body, now }),
    }))
    expect(requests).toHaveLength(2)
    expect(requests[0]).toEqual({ id: expect.stringMatching(/^\S{10,}$/), isRight: true })
    expect(requests[1]).toEqual(requests[0])
  })

  it('without a secret gets none', async () => {
    await stopQueue()
    expect(webhook.raw[0]?.headers).not.toHaveProperty('webhook-signature')
  })
})

/** Svix has names of its own for the same headers. */
function svixNames(headers: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/^webhook-/, 'svix-'), value]),
  )
}
