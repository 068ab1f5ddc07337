import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const SECRET = 'mail-webhook-secret-of-the-tests'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ parts: { config: testConfig({ MAIL_WEBHOOK_SECRET: SECRET }) } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.shop.deps.db.suppression.deleteMany()
})

const nowSeconds = () => Math.floor(shop.shop.deps.clock.now().getTime() / 1000)

function sign(body: string, { time = nowSeconds(), secret = SECRET } = {}): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
}

function post(body: string, headers: Record<string, string>) {
  return shop.app.inject({ method: 'POST', url: '/api/mail/events', payload: body, headers })
}

const body = JSON.stringify({
  events: [
    { type: 'bounced', address: 'sam@example.com', detail: '550 No such user' },
    { type: 'complained', address: 'kim@example.com' },
    { type: 'bounced', address: 'full@example.com', isPermanent: false },
  ],
})
const json = { 'content-type': 'application/json' }

const suppressed = async () =>
  (await shop.shop.deps.db.suppression.findMany({ orderBy: { addressKey: 'asc' } })).map(
    ({ addressKey, reason }) => [addressKey, reason],
  )

describe('POST /api/mail/events', () => {
  it('takes what the provider signed', async () => {
    const answer = await post(body, { ...json, 'x-mail-signature': sign(body) })
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true, count: 2 }])
    expect(await suppressed()).toEqual([
      ['kim@example.com', 'complained'],
      ['sam@example.com', 'bounced'],
    ])
  })

  it('takes the mail a server wrote, as it is', async () => {
    const raw = [
      'Subject: Undelivered',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; gone@example.com',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b--',
      '',
    ].join('\r\n')
    const answer = await post(raw, { 'content-type': 'message/rfc822', 'x-mail-signature': sign(raw) })
    expect(answer.statusCode).toBe(200)
    expect(await suppressed()).toEqual([['gone@example.com', 'bounced']])
  })

  it.each([
    ['without a signature', () => ({})],
    [
      'with another secret',
      () => ({ 'x-mail-signature': sign(body, { secret: 'another-secret-of-somebody' }) }),
    ],
    [
      'five minutes and a second old',
      () => ({ 'x-mail-signature': sign(body, { time: nowSeconds() - 301 }) }),
    ],
    ['from the future', () => ({ 'x-mail-signature': sign(body, { time: nowSeconds() + 301 }) })],
    ['signed for another body', () => ({ 'x-mail-signature': sign(`${body} `) })],
    ['with half a signature', () => ({ 'x-mail-signature': sign(body).slice(0, -2) })],
    ['with words for a signature', () => ({ 'x-mail-signature': 'yes' })],
  ])('refuses a report %s', async (_name, headers) => {
    const answer = await post(body, { ...json, ...headers() })
    expect(answer.statusCode).toBe(403)
    expect(await suppressed()).toEqual([])
  })

  it.each(['[]', '{"events":[]}', '{"events":[{"type":"opened"}]}', '{"events":[{"type":"bounced"}]}', '{'])(
    'answers 400 to signed nonsense: %s',
    async (nonsense) => {
      const answer = await post(nonsense, { ...json, 'x-mail-signature': sign(nonsense) })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ message: expect.any(String) })
    },
  )
})
