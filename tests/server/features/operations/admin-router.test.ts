import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queueMail } from '#server/features/mail/outbox.ts'
import { storeEvent } from '#server/features/payments/stripe-events.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const wire = z.object({ result: z.object({ data: z.object({ json: z.unknown() }) }) })

async function call(path: string, type: 'query' | 'mutation' = 'query', input?: unknown) {
  const answer = await app.call({ as: 'admin', path: `admin.operations.${path}`, type, input })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return wire.parse(answer.json()).result.data.json
}

describe('operations', () => {
  it('shows the parts, waiting messages and events, and open alerts', async () => {
    const { deps } = app.shop
    const now = deps.clock.now()
    await deps.db.$transaction((tx) =>
      queueMail(tx, deps, {
        template: 'account-erased',
        to: 'kim@example.com',
        props: { username: 'kim', erasedAt: now.toISOString(), keepsDocuments: false },
      }),
    )
    await storeEvent(deps, {
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      intentId: 'pi_1',
      livemode: false,
      createdAt: now,
    })
    const notice = {
      news: 'stopped' as const,
      nextAttemptAt: now,
      createdAt: now,
      lastError: 'It answered 500',
    }
    await deps.db.alert.create({
      data: {
        id: 'alert-1',
        key: 'webhooks',
        since: now,
        openedAt: now,
        notices: { create: { id: 'notice-1', ...notice } },
      },
    })
    expect(await call('health')).toEqual({
      checkedAt: now.toISOString(),
      parts: ['database', 'queue', 'mail', 'payments'].map((part) => ({ part, state: 'ok' })),
      alerts: [
        {
          part: 'webhooks',
          since: now.toISOString(),
          notices: [{ to: null, deliveredAt: null, error: 'It answered 500' }],
        },
      ],
      outbox: { waiting: 1, oldestAt: now.toISOString(), lastSentAt: null, failed: 0 },
      webhooks: { lastToldAt: now.toISOString(), unprocessed: 1, oldestUnprocessedAt: now.toISOString() },
    })
  })

  it('lists failed mails and which can be sent again', async () => {
    const { deps } = app.shop
    const now = deps.clock.now()
    const give = (id: string, template: string) => ({
      id,
      template,
      toAddress: 'lee@example.com',
      props: {},
      documentIds: [],
      status: 'failed' as const,
      attempts: 3,
      nextAttemptAt: now,
      lastError: '550 No such user\nPassword of mailer@example.com is wrong',
      messageId: `<${id}@example.com>`,
      createdAt: now,
    })
    await deps.db.outboxMessage.createMany({ data: [give('1', 'welcome'), give('2', 'admin-code')] })
    const { mails } = z
      .object({
        mails: z.array(z.looseObject({ template: z.string(), canRetry: z.boolean(), reason: z.string() })),
      })
      .parse(await call('failedMails'))
    expect(mails.map(({ template, canRetry }) => [template, canRetry]).toSorted()).toEqual([
      ['admin-code', false],
      ['welcome', true],
    ])
    expect(mails[0]?.reason).toBe('Password of [address] is wrong')
    expect(await call('retryMail', 'mutation', { id: '1' })).toEqual({ success: true })
    expect(await call('audit', 'query', { action: 'mail.retried' })).toMatchObject({
      entries: [{ actor: { kind: 'admin', name: app.people.admin.email } }],
    })
  })

  it('lists what is demo and what is missing, without secrets', async () => {
    const answer = JSON.stringify(await call('goLive'))
    expect(answer).toContain('Set DATABASE_URL')
    expect(answer).not.toContain('secret-of-the-tests')
    expect(answer).not.toContain('whsec_')
  })

  it('reports an unavailable queue instead of waiting for it', async () => {
    app.shop.deps.queue.setUnavailable(true)
    const answer = await app.call({ as: 'admin', path: 'admin.operations.jobs', type: 'query', input: {} })
    expect(answer.statusCode).toBe(503)
    expect(await call('health')).toMatchObject({
      parts: [{}, { part: 'queue', state: 'away' }, { part: 'mail', state: 'ok' }, {}],
    })
    app.shop.deps.queue.setUnavailable(false)
  })
})
