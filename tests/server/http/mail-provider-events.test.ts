import { createHmac, createSign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createSns } from '#server/infra/sns.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'
import {
  POSTMARK_PASSING_TYPES,
  postmarkBounce,
  postmarkComplaint,
  resendBounce,
  resendComplaint,
  SVIX_EXAMPLE,
  sesBounce,
  sesBounceOfTwoKinds,
  sesBounceWithoutStatus,
  sesComplaint,
  sesDelivery,
  snsConfirmation,
  snsNotification,
} from '#tests/support/provider-reports.ts'
import { SNS_CERTIFICATE, SNS_KEY } from '#tests/support/sns-certificate.ts'

const POSTMARK = 'postmark-secret-of-the-tests'
const asked: string[] = []
let isAmazonAway = false
let certificate = SNS_CERTIFICATE

/** Stands for sns.us-west-2.amazonaws.com. */
async function readText(url: string): Promise<string> {
  asked.push(url)
  if (isAmazonAway) throw new Error('no answer')
  return certificate
}

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({
    partsOf: async ({ clock }) => ({
      config: testConfig({
        POSTMARK_WEBHOOK_SECRET: POSTMARK,
        RESEND_WEBHOOK_SECRET: SVIX_EXAMPLE.secret,
        SES_TOPIC_ARN: snsNotification.TopicArn,
      }),
      sns: createSns({ topicArn: snsNotification.TopicArn, clock, readText }),
    }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.shop.deps.db.suppression.deleteMany()
  asked.length = 0
  isAmazonAway = false
  certificate = SNS_CERTIFICATE
})

const now = () => shop.shop.deps.clock.now().getTime()
const suppressed = async () =>
  (await shop.shop.deps.db.suppression.findMany({ orderBy: { addressKey: 'asc' } })).map(
    ({ addressKey, reason }) => `${addressKey} ${reason}`,
  )

async function post(provider: string, payload: string, headers: Record<string, string>) {
  const url = `/api/mail/events/${provider}`
  const answer = await shop.app.inject({ method: 'POST', url, payload, headers })
  return { status: answer.statusCode, count: answer.json().count }
}

describe('Amazon SES', () => {
  const NAMES = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']

  /** As Amazon publishes the string to sign; changes after signing come last. */
  function sign(message: object, { after = {}, version = '2', key = SNS_KEY, ageMs = 0 } = {}): string {
    const Timestamp = new Date(now() - ageMs).toISOString()
    const signed: Record<string, unknown> = { ...message, Timestamp, SignatureVersion: version }
    const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    for (const name of NAMES) if (signed[name] !== undefined) signer.update(`${name}\n${signed[name]}\n`)
    return JSON.stringify({ ...signed, Signature: signer.sign(key, 'base64'), ...after })
  }
  const notification = (report: object) => ({ ...snsNotification, Message: JSON.stringify(report) })
  const send = (body: string) => post('ses', body, { 'content-type': 'text/plain; charset=UTF-8' })

  it.each(['1', '2'])('suppresses what bounced for good, by signature version %s', async (version) => {
    expect(await send(sign(notification(sesBounce), { version }))).toEqual({ status: 200, count: 1 })
    expect(await suppressed()).toEqual(['jane@example.com bounced'])
    expect(asked).toEqual(version === '1' ? [snsNotification.SigningCertURL] : [])
  })

  it.each([
    ['without a delivery status', sesBounceWithoutStatus, ['jane@example.com', 'richard@example.com']],
    ['but not who is only delayed', sesBounceOfTwoKinds, ['recipient1@example.com']],
  ])('suppresses a permanent bounce %s', async (_name, report, addresses) => {
    expect((await send(sign(notification(report)))).status).toBe(200)
    expect(await suppressed()).toEqual(addresses.map((address) => `${address} bounced`))
  })

  it.each(['Transient', 'Undetermined'])(
    'leaves the address after a bounce that is %s',
    async (bounceType) => {
      const report = { ...sesBounce, bounce: { ...sesBounce.bounce, bounceType } }
      expect(await send(sign(notification(report)))).toEqual({ status: 200, count: 0 })
      expect(await suppressed()).toEqual([])
    },
  )

  it('suppresses who complained, unless the complaint says that it is no spam', async () => {
    const notSpam = {
      ...sesComplaint,
      complaint: { ...sesComplaint.complaint, complaintFeedbackType: 'not-spam' },
    }
    expect((await send(sign(notification(notSpam)))).count).toBe(0)
    expect((await send(sign(notification(sesComplaint)))).count).toBe(1)
    expect(await suppressed()).toEqual(['richard@example.com complained'])
  })

  it('takes deliveries, events of a configuration set and words that are no report', async () => {
    expect(await send(sign(notification(sesDelivery)))).toEqual({ status: 200, count: 0 })
    expect(await send(sign(snsNotification))).toEqual({ status: 200, count: 0 })
    const { notificationType: eventType, ...rest } = sesBounce
    expect((await send(sign(notification({ eventType, ...rest })))).count).toBe(1)
  })

  it('confirms the subscription to its own topic, at Amazon’s host alone', async () => {
    const elsewhere = { ...snsConfirmation, SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription' }
    expect((await send(sign(elsewhere))).status).toBe(200)
    expect(asked.at(-1)).toBe(
      'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aus-west-2%3A123456789012%3AMyTopic&Token=2336412f37...',
    )
  })

  it.each([
    ['another topic', { TopicArn: 'arn:aws:sns:us-west-2:123456789012:Other' }],
    ['a certificate elsewhere', { SigningCertURL: 'https://evil.example/SimpleNotificationService-1.pem' }],
    [
      'a host that only begins so',
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com.evil.example/SimpleNotificationService-1.pem' },
    ],
    [
      'a user before the host',
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com@evil.example/SimpleNotificationService-1.pem' },
    ],
    [
      'another region',
      { SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem' },
    ],
    [
      'a certificate without TLS',
      { SigningCertURL: 'http://sns.us-west-2.amazonaws.com/SimpleNotificationService-1.pem' },
    ],
    [
      'another path',
      { SigningCertURL: 'https://sns.us-west-2.amazonaws.com/?x=SimpleNotificationService-1.pem' },
    ],
    ['version 3', { SignatureVersion: '3' }],
  ])('refuses %s, and asks nothing of anyone', async (_name, changes) => {
    for (const message of [notification(sesBounce), snsConfirmation]) {
      expect((await send(sign({ ...message, ...changes }, { after: changes }))).status).toBe(403)
    }
    expect(asked).toEqual([])
    expect(await suppressed()).toEqual([])
  })

  it('refuses what was changed after signing, forged, old, from the future or no message', async () => {
    const other = notification(sesComplaint)
    expect((await send(sign(notification(sesBounce), { after: { Message: other.Message } }))).status).toBe(
      403,
    )
    expect(
      (await send(sign(notification(sesBounce), { version: '1', after: { SignatureVersion: '2' } }))).status,
    ).toBe(403)
    expect((await send(sign(notification(sesBounce), { after: { Signature: '' } }))).status).toBe(403)
    expect((await send(sign(snsConfirmation, { after: { Token: 'another' } }))).status).toBe(403)
    expect((await send(sign(notification(sesBounce), { ageMs: 66 * 60_000 }))).status).toBe(403)
    expect((await send(sign(notification(sesBounce), { ageMs: -6 * 60_000 }))).status).toBe(403)
    expect((await send('[]')).status).toBe(403)
    expect(await suppressed()).toEqual([])
  })

  it('asks Amazon to try again while its certificate cannot be read, and does not keep that', async () => {
    const SigningCertURL = 'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-new.pem'
    const body = sign({ ...notification(sesBounce), SigningCertURL })
    isAmazonAway = true
    expect((await send(body)).status).toBe(503)
    certificate = 'no certificate'
    isAmazonAway = false
    expect((await send(body)).status).toBe(503)
    certificate = SNS_CERTIFICATE
    expect(await send(body)).toEqual({ status: 200, count: 1 })
  })

  it('asks Amazon for no more made-up certificates of one network, while the known one goes on', async () => {
    await send(sign(notification(sesDelivery)))
    isAmazonAway = true
    const madeUp = (n: number) => snsNotification.SigningCertURL.replace('.pem', `${n}.pem`)
    const name = (n: number) => send(sign({ ...notification(sesBounce), SigningCertURL: madeUp(n) }))
    for (let n = 1; n <= LIMITS.snsCertificate.points; n++) await name(n)
    expect((await name(0)).status).toBe(429)
    expect((await send(sign(notification(sesBounce)))).count).toBe(1)
  })

  it('changes nothing more when a message comes twice', async () => {
    const body = sign(notification(sesBounce))
    await send(body)
    const before = await shop.shop.deps.db.suppression.findMany()
    await send(body)
    expect(await shop.shop.deps.db.suppression.findMany()).toEqual(before)
  })
})

describe('Postmark', () => {
  const basic = (password: string, user = 'postmark') => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  })
  const send = (report: unknown, headers: Record<string, string> = basic(POSTMARK)) =>
    post('postmark', JSON.stringify(report), { 'content-type': 'application/json', ...headers })

  it('suppresses a hard bounce and a complaint, each as such', async () => {
    expect(await send(postmarkBounce)).toEqual({ status: 200, count: 1 })
    expect(await suppressed()).toEqual(['john@example.com bounced'])
    expect(await send(postmarkComplaint)).toEqual({ status: 200, count: 1 })
    expect(await suppressed()).toEqual(['john@example.com complained'])
  })

  it('takes the header of one’s own in place of a password, and a hook without RecordType', async () => {
    const { RecordType: _, ...old } = postmarkComplaint
    expect((await send(old, { 'x-webhook-secret': POSTMARK })).status).toBe(200)
    expect(await suppressed()).toEqual(['john@example.com complained'])
  })

  it.each(POSTMARK_PASSING_TYPES)('leaves the address after a bounce of the type %s', async (Type) => {
    expect(await send({ ...postmarkBounce, Type, Inactive: false })).toEqual({ status: 200, count: 0 })
    expect(await suppressed()).toEqual([])
  })

  it('suppresses what Postmark itself has deactivated, and means nothing by other reports', async () => {
    expect((await send({ ...postmarkBounce, Type: 'SoftBounce' })).count).toBe(1)
    const open = { RecordType: 'Open', Recipient: 'kim@example.com', FirstOpen: true }
    expect(await send(open)).toEqual({ status: 200, count: 0 })
  })

  it('refuses any other password with 401, after which Postmark tries again', async () => {
    for (const headers of [{}, basic('another'), basic(''), { 'x-webhook-secret': 'another' }]) {
      expect((await send(postmarkBounce, headers)).status).toBe(401)
    }
    expect((await send('no report')).status).toBe(400)
    expect(await suppressed()).toEqual([])
  })
})

describe('Resend', () => {
  function send(report: unknown, { ageSeconds = 0, secret = SVIX_EXAMPLE.secret } = {}) {
    const body = JSON.stringify(report)
    const time = String(Math.floor(now() / 1000) - ageSeconds)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
    return post('resend', body, {
      'content-type': 'application/json',
      'svix-id': 'msg_1',
      'svix-timestamp': time,
      'svix-signature': `v1,${signature}`,
    })
  }

  it('suppresses a permanent bounce and a complaint', async () => {
    expect(await send(resendBounce)).toEqual({ status: 200, count: 1 })
    expect(await suppressed()).toEqual(['delivered@resend.dev bounced'])
    expect(await send(resendComplaint)).toEqual({ status: 200, count: 1 })
    expect(await suppressed()).toEqual(['delivered@resend.dev complained'])
  })

  it.each(['Temporary', 'Transient', 'Undetermined'])(
    'leaves the address after a bounce that is %s',
    async (type) => {
      const bounce = { ...resendBounce.data.bounce, type }
      expect((await send({ ...resendBounce, data: { ...resendBounce.data, bounce } })).count).toBe(0)
      expect((await send({ ...resendBounce, type: 'email.delivery_delayed' })).count).toBe(0)
      expect(await suppressed()).toEqual([])
    },
  )

  it('refuses what is replayed or signed with another secret', async () => {
    expect((await send(resendBounce, { ageSeconds: 301 })).status).toBe(403)
    expect((await send(resendBounce, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA' })).status).toBe(403)
    expect((await send({ type: 'email.bounced' })).status).toBe(400)
    expect(await suppressed()).toEqual([])
  })
})

describe('without its setting', () => {
  it.each(['ses', 'postmark', 'resend'])('%s is refused', async (provider) => {
    const bare = await createTestApp()
    const answer = await bare.app.inject({
      method: 'POST',
      url: `/api/mail/events/${provider}`,
      payload: '{}',
    })
    expect(answer.statusCode).toBe(403)
    await bare.close()
  })
})
