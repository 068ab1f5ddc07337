import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { handleMailEvents } from '#server/features/campaigns/handle-mail-events.ts'
import { readDeliveryReport } from '#server/features/mail/read-delivery-report.ts'
import { readPostmarkReport } from '#server/features/mail/read-postmark-report.ts'
import { readResendReport } from '#server/features/mail/read-resend-report.ts'
import { readSesReport } from '#server/features/mail/read-ses-report.ts'
import { isSignedBySvix } from '#server/infra/svix.ts'
import { type MailEvent, mailEventsInput } from '#shared/schemas/mail-events.ts'
import { networkOf } from './network-of.ts'

/** A report may carry the mail it is about. */
const LARGEST_BODY_BYTES = 2 * 1024 * 1024
/** Older ones may be replayed. */
const TOLERANCE_SECONDS = 300

type Reader = (deps: Deps, request: FastifyRequest, body: Buffer) => Promise<MailEvent[]>

/** Who reports what, each signed in its own way; what its setting does not allow is refused. */
const READERS: Readonly<Record<string, Reader>> = {
  '/api/mail/events': readOwnReport,
  '/api/mail/events/ses': readFromSes,
  '/api/mail/events/postmark': readFromPostmark,
  '/api/mail/events/resend': readFromResend,
}

/** `POST /api/mail/events…`: bounces and complaints. Signature first. */
export async function registerMailEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, body, done) => done(null, body))

    for (const [path, read] of Object.entries(READERS)) {
      scope.post(path, { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (!Buffer.isBuffer(request.body)) throw new ShopError('FORBIDDEN')
        const events = await read(deps, request, request.body)
        return { received: true, count: await handleMailEvents(deps, events) }
      })
    }
  })
}

/** HMAC-SHA-256 of "time.body" by MAIL_WEBHOOK_SECRET, as `t=…,v1=…`. */
async function readOwnReport({ config, clock, log }: Deps, { headers }: FastifyRequest, body: Buffer) {
  const secret = config.mail.webhookSecret
  const given = headers['x-mail-signature']
  if (secret === null || typeof given !== 'string') throw new ShopError('FORBIDDEN')
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(given.trim()) ?? []
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isRight = signature !== '' && timingSafeEqual(Buffer.from(signature, 'hex'), expected)
  const age = Math.abs(clock.now().getTime() / 1000 - Number(time))
  if (isRight && age <= TOLERANCE_SECONDS) return readEvents(body, headers['content-type'] ?? '')
  // The only sign of a wrong MAIL_WEBHOOK_SECRET or clock.
  log.warn({ isRight, ageSeconds: Math.round(age) }, 'a report about mails was refused')
  throw new ShopError('FORBIDDEN')
}

/** A mail that is no report, such as an absence note, is taken and means nothing. */
async function readEvents(raw: Buffer, contentType: string): Promise<MailEvent[]> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType)) return readDeliveryReport(raw)
  const parsed = mailEventsInput.safeParse(jsonOf(raw))
  if (!parsed.success) throw new ShopError('BAD_INPUT', {}, { cause: parsed.error })
  return parsed.data.events
}

/** Amazon SES over a topic of Amazon SNS, which first asks whether the shop wants to hear of it. */
async function readFromSes({ sns, log, limits }: Deps, { ip }: FastifyRequest, body: Buffer) {
  if (sns === null) throw new ShopError('FORBIDDEN')
  try {
    const message = await sns.read(body, () => limits.consume('snsCertificate', networkOf(ip)))
    if (message === null) throw refusal(log, 'Amazon SNS', 'FORBIDDEN')
    if (message.Type === 'SubscriptionConfirmation') {
      await sns.confirm(message)
      log.info('the subscription to the topic of bounces and complaints is confirmed')
    }
    if (message.Type === 'UnsubscribeConfirmation')
      log.warn('Amazon SNS reports no more bounces and complaints: its subscription has ended')
    return message.Type === 'Notification' ? readSesReport(message.Message) : []
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    // SNS tries again after any 5xx.
    log.warn({ err: cause }, 'Amazon SNS did not answer')
    throw new ShopError('SERVICE_UNAVAILABLE', {}, { cause })
  }
}

/** Postmark signs nothing: it sends a user and a password, or a header of one's own choice. */
async function readFromPostmark({ config, log }: Deps, { headers }: FastifyRequest, body: Buffer) {
  const secret = config.mail.postmarkSecret
  if (secret === null) throw new ShopError('FORBIDDEN')
  const basic = /^Basic ([\w+/]+=*)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(basic, 'base64').toString('utf8')) ?? []
  const given = password ?? headers['x-webhook-secret']
  // Postmark never tries again after a 403, but after a 401.
  if (typeof given !== 'string' || !isSame(given, secret))
    throw refusal(log, 'Postmark', 'INVALID_CREDENTIALS')
  return known(readPostmarkReport(jsonOf(body)))
}

async function readFromResend({ config, clock, log }: Deps, { headers }: FastifyRequest, body: Buffer) {
  const secret = config.mail.resendSecret
  if (secret === null) throw new ShopError('FORBIDDEN')
  const isSigned = isSignedBySvix({ secret, headers, body, now: clock.now() })
  if (!isSigned) throw refusal(log, 'Resend', 'FORBIDDEN')
  return known(readResendReport(jsonOf(body)))
}

/** The only sign of a wrong setting or clock. */
function refusal(log: Deps['log'], sender: string, code: 'FORBIDDEN' | 'INVALID_CREDENTIALS'): ShopError {
  log.warn({ sender }, 'a report about mails was refused')
  return new ShopError(code)
}

function known(events: MailEvent[] | null): MailEvent[] {
  if (events === null) throw new ShopError('BAD_INPUT')
  return events
}

/** Digests are of one length, whatever was given. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
