import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { handleMailEvents } from '#server/features/campaigns/handle-mail-events.ts'
import { readDeliveryReport } from '#server/features/mail/read-delivery-report.ts'
import { type MailEvent, mailEventsInput } from '#shared/schemas/mail-events.ts'

/** A report may carry the mail it is about. */
const LARGEST_BODY_BYTES = 2 * 1024 * 1024
/** Older ones may be replayed. */
const TOLERANCE_SECONDS = 300

/** `POST /api/mail/events`: bounces and complaints, as JSON or as the mail a server wrote about them. Signature first. */
export async function registerMailEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, body, done) => done(null, body))

    scope.post('/api/mail/events', { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const raw = checkedBody(deps, request)
      const events = await readEvents(raw, request.headers['content-type'] ?? '')
      return { received: true, count: await handleMailEvents(deps, events) }
    })
  })
}

/** HMAC-SHA-256 of "time.body" by MAIL_WEBHOOK_SECRET, as `t=…,v1=…`; no secret, no reports. */
function checkedBody({ config, clock, log }: Deps, { body, headers }: FastifyRequest): Buffer {
  const secret = config.mail.webhookSecret
  const given = headers['x-mail-signature']
  if (secret === null || !Buffer.isBuffer(body) || typeof given !== 'string') throw new ShopError('FORBIDDEN')
  const [, time = '', signature = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(given.trim()) ?? []
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  const isRight = signature !== '' && timingSafeEqual(Buffer.from(signature, 'hex'), expected)
  const age = Math.abs(clock.now().getTime() / 1000 - Number(time))
  if (isRight && age <= TOLERANCE_SECONDS) return body
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

function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
