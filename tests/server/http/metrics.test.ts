import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const TOKEN = 'a-metrics-token-of-the-tests'

let open: TestApp
let closed: TestApp
beforeAll(async () => {
  open = await createTestApp({ parts: { config: testConfig({ METRICS_TOKEN: TOKEN }) } })
  closed = await createTestApp()
})
afterAll(async () => {
  await open.close()
  await closed.close()
})

const EXPECTED = {
  outbox_mails: 1,
  outbox_oldest_age_seconds: 300,
  mails_failed: 1,
  campaigns_sending: 1,
  campaigns_paused: 2,
  campaign_mails: 2,
  stripe_events: 1,
  stripe_events_oldest_age_seconds: 120,
  backup_age_seconds: 7_200,
  'shop_alert{part="mail"}': 1,
  'shop_alert{part="queue"}': 0,
  'shop_alert{part="backups"}': 0,
  'database_pool_connections{state="used"}': 0,
  database_pool_waiting: 0,
}

const ask = (shop: TestApp, authorization?: string) =>
  shop.send({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

describe('/metrics', () => {
  it('shows requests, the queue and the process to the bearer of the token', async () => {
    await open.send({ url: '/api/users/some-id/dashboard' })
    await recordHeartbeat(open.shop.deps, 'workers')
    await recordHeartbeat(open.shop.deps, 'job:orders.reconcile')
    open.shop.deps.clock.advance(60_000)
    const answer = await ask(open, `Bearer ${TOKEN}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain/)
    expect(answer.body).toMatch(/process_cpu_seconds_total/)
    expect(answer.body).toMatch(/scheduled_job_age_seconds\{job="orders.reconcile"\} 60/)
    expect(answer.body).toMatch(/workers_heartbeat_age_seconds 60/)
    expect(answer.body).toMatch(/queue_jobs\{state="waiting"\} 0/)
    expect(answer.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/users\/:userId\/dashboard",status="401"\} 1/,
    )
    expect(answer.body, 'ids would make a series each').not.toContain('some-id')
  })

  it('shows what waits in the shop: mails, campaigns, events, connections, alerts, backups', async () => {
    const { deps } = open.shop
    const now = deps.clock.now()
    const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
    const event = { type: 'payment_intent.succeeded', objectId: 'pi_1', receivedAt: ago(120) }
    await deps.db.stripeEvent.createMany({
      data: [
        { ...event, id: 'evt_1' },
        { ...event, id: 'evt_2', receivedAt: ago(600), processedAt: now },
      ],
    })
    const kind = 'backup' as const
    await deps.db.backupRun.createMany({
      data: [
        { id: 'good', kind, startedAt: ago(7_200), finishedAt: ago(7_100) },
        { id: 'failed', kind, startedAt: ago(60), finishedAt: ago(50), error: 'The disk is full' },
      ],
    })
    await deps.db.alert.createMany({
      data: [
        { id: 'open', key: 'mail', since: ago(900), openedAt: now },
        { id: 'over', key: 'queue', since: ago(900), openedAt: ago(900), closedAt: now },
      ],
    })
    await deps.db.campaign.createMany({
      data: (['sending', 'paused', 'paused', 'done'] as const).map((status, index) => ({
        ...{
          id: `c${index}`,
          status,
          audience: 'custom' as const,
          subject: 'News',
          createdById: open.people.admin.id,
        },
        ...{ htmlContent: '', textContent: '', createdAt: now },
      })),
    })
    await deps.db.campaignRecipient.createMany({
      data: (['queued', 'sent', 'sending'] as const).map((state, index) => ({
        ...{ id: `r${index}`, campaignId: 'c0', state, messageId: `m${index}` },
        ...{ address: `${index}@example.com`, addressKey: `${index}@example.com` },
      })),
    })
    await deps.db.outboxMessage.createMany({
      data: (['queued', 'failed'] as const).map((status, index) => ({
        ...{
          id: `o${index}`,
          messageId: `o${index}`,
          status,
          template: 'welcome',
          toAddress: 'sam@example.com',
        },
        ...{ props: {}, documentIds: [], createdAt: ago(300 * (index + 1)), nextAttemptAt: now },
      })),
    })

    const { body } = await ask(open, `Bearer ${TOKEN}`)
    const shown = new Map(body.split('\n').map((line) => line.split(' ') as [string, string]))
    expect(Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, Number(shown.get(name))]))).toEqual(
      EXPECTED,
    )
  })

  it.each([
    ['no token', undefined],
    ['another token', `Bearer ${'x'.repeat(TOKEN.length)}`],
    ['a longer token', `Bearer ${TOKEN}x`],
    ['the token without Bearer', TOKEN],
    ['nothing', ''],
  ])('is not there for %s', async (_what, authorization) => {
    const answer = await ask(open, authorization)
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'We could not find that.'])
  })

  it.each([undefined, 'Bearer ', 'Bearer null', `Bearer ${TOKEN}`])(
    'does not exist without a token (%s)',
    async (authorization) => {
      expect((await ask(closed, authorization)).statusCode).toBe(404)
    },
  )

  it('works while the queue is unavailable', async () => {
    open.shop.deps.queue.setUnavailable(true)
    expect((await ask(open, `Bearer ${TOKEN}`)).statusCode).toBe(200)
    open.shop.deps.queue.setUnavailable(false)
  })
})
