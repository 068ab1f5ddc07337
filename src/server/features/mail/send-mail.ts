import type { EmailSite } from '#emails/prop-parts.ts'
import { EMAIL_PROPS, type EmailName } from '#emails/props.ts'
import { renderEmail } from '#emails/render.ts'
import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { retryDelayMs } from '#server/infra/queue.ts'
import { retryWrite } from '#server/infra/retry-write.ts'
import { SmtpError } from '#server/infra/smtp-client.ts'
import { addDays, addMilliseconds, addMinutes } from '#shared/calendar/durations.ts'
import { FORGOTTEN } from './erased-person.ts'
import { isOnHold } from './hold.ts'
import { outboxRow } from './outbox.ts'

/** Renders a document as a PDF. An argument, because the documents feature may import mail but not the reverse. */
export type AttachmentRenderer = (documentId: string) => Promise<{ filename: string; content: Buffer }>

export type SendOutcome =
  /** The server answered 250. */
  | { status: 'sent' }
  /** Already sent, claimed by another worker, waiting for its next attempt, or given up. */
  | { status: 'notDue' }
  | { status: 'retry'; cause: unknown }
  | { status: 'failed'; cause: unknown }
  /** The server may have accepted the mail; it cannot be known. */
  | { status: 'unknown'; cause: unknown }

type SendDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'mailer' | 'log'>

/**
 * A worker that has claimed a mail for longer counts as dead. Mail whose delivery had not started is sent again
 * (requirements §11).
 */
const CLAIMED_MINUTES = 10

const MAYBE = 'It may have arrived. '
const WORKER_GONE = `${MAYBE}The worker stopped while it handed this mail over.`

/** RFC 5321 §4.5.4.1: a sender gives up after at least four to five days. */
const GIVE_UP_AFTER_DAYS = 4

const ERROR_LENGTH = 500

const KEPT_ELSEWHERE: ReadonlySet<string> = new Set<EmailName>([
  'contact-message',
  'application-waiting',
  'question-answered',
])

const SELECT = {
  ...columns('id', 'template', 'toAddress', 'props', 'secretsSealed', 'documentIds', 'attempts'),
  ...columns('messageId', 'createdAt'),
} as const

type SendInput = {
  outboxId: string
  renderDocument: AttachmentRenderer
  /** Aborted when the process ends. */
  signal?: AbortSignal | undefined
}

/**
 * Sends one outbox message if it is due. Only one worker gets the row; a failure is stored with the next attempt. The
 * row records when content starts to leave, so that a mail that may have arrived is never sent again unasked. Throws
 * only when the database is unavailable.
 */
export async function sendMail(
  deps: SendDeps,
  { outboxId, renderDocument, signal }: SendInput,
): Promise<SendOutcome> {
  const now = deps.clock.now()
  if (await giveUpHandedOver(deps, { outboxId, now })) return { status: 'unknown', cause: WORKER_GONE }
  const row = await claim(deps, { outboxId, now })
  if (!row) return { status: 'notDue' }

  try {
    const mail = await compose(deps, row, renderDocument)
    await deps.mailer.send(mail, () => markHandedOver(deps, row))
  } catch (cause) {
    return retryWrite(() => recordFailure(deps, row, cause), { log: deps.log, signal })
  }
  const sentAt = deps.clock.now()
  await retryWrite(
    () =>
      deps.db.outboxMessage.updateMany({
        where: { id: row.id },
        data: {
          status: 'sent',
          sentAt,
          secretsSealed: null,
          lastError: null,
          ...erasedFields(row.template),
          // The text of contact messages and applications is kept in their own rows, for as long as the privacy page
          // says.
          ...(KEPT_ELSEWHERE.has(row.template) && { props: {} }),
        },
      }),
    { log: deps.log, signal },
  )
  return { status: 'sent' }
}

/** The mail about an erasure is personal data itself: its copy is erased once it was sent or given up. */
function erasedFields(template: string): Prisma.OutboxMessageUpdateManyMutationInput {
  return template === 'account-erased' ? { toAddress: FORGOTTEN, props: {} } : {}
}

type Row = NonNullable<Awaited<ReturnType<typeof claim>>>

/** Gives up a mail whose worker died during delivery. An admin may send it again; its link or code is wiped. */
async function giveUpHandedOver(
  { db }: Pick<Deps, 'db'>,
  { outboxId, now }: { outboxId: string; now: Date },
) {
  const where = {
    id: outboxId,
    status: 'sending',
    handedOverAt: { not: null },
    nextAttemptAt: { lte: now },
  } as const
  const row = await db.outboxMessage.findFirst({ where, select: { template: true } })
  if (!row) return false
  const { count } = await db.outboxMessage.updateMany({
    where,
    data: { status: 'unknown', lastError: WORKER_GONE, secretsSealed: null, ...erasedFields(row.template) },
  })
  return count === 1
}

/** Claims the row: until `nextAttemptAt` no other worker may have it. */
async function claim({ db }: Pick<Deps, 'db'>, { outboxId, now }: { outboxId: string; now: Date }) {
  const [row] = await db.outboxMessage.updateManyAndReturn({
    where: {
      id: outboxId,
      // An admin has to sign in to release the shop.
      ...((await isOnHold(db)) && { template: 'admin-code' }),
      status: { in: ['queued', 'sending'] },
      handedOverAt: null,
      nextAttemptAt: { lte: now },
    },
    data: {
      status: 'sending',
      attempts: { increment: 1 },
      nextAttemptAt: addMinutes(now, CLAIMED_MINUTES),
    },
    select: SELECT,
  })
  return row ?? null
}

/** Written before the first byte of content leaves; throws where another worker has claimed the row. */
async function markHandedOver({ db, clock }: Pick<Deps, 'db' | 'clock'>, row: Row): Promise<void> {
  const now = clock.now()
  const { count } = await db.outboxMessage.updateMany({
    where: { id: row.id, status: 'sending', attempts: row.attempts },
    data: { handedOverAt: now, nextAttemptAt: addMinutes(now, CLAIMED_MINUTES) },
  })
  if (count !== 1) throw new Error('The mail is in the hands of another worker')
}

async function compose({ clock, config, seal }: SendDeps, row: Row, renderDocument: AttachmentRenderer) {
  const template = emailName(row.template)
  const stored = row.secretsSealed ? JSON.parse(seal.open(row.secretsSealed, outboxRow(row.id))) : row.props
  const props = EMAIL_PROPS[template].parse({ ...stored, site: siteOf(config) })
  const expiresAt = 'expiresAt' in props && typeof props.expiresAt === 'string' ? props.expiresAt : null
  if (expiresAt !== null && new Date(expiresAt) <= clock.now()) throw new TooLateError()

  const rendered = await renderEmail(template, props)
  const attachments = []
  for (const documentId of row.documentIds) {
    attachments.push({ ...(await renderDocument(documentId)), contentType: 'application/pdf' })
  }
  return {
    ...rendered,
    messageId: row.messageId,
    date: clock.now(),
    to: row.toAddress,
    replyTo: 'replyTo' in props && typeof props.replyTo === 'string' ? props.replyTo : config.seller.email,
    attachments,
  }
}

/** The link or code in the mail would have expired on arrival. */
class TooLateError extends Error {
  constructor() {
    super('The link or code in this mail expired before it could be sent')
  }
}

/** The sender details in the shop's mails. */
export function siteOf({ seller, publicUrl }: Pick<Deps['config'], 'seller' | 'publicUrl'>): EmailSite {
  return { ...seller, publicUrl }
}

/** Guarded by the attempt: a worker that counts as dead must not overwrite what the next one did. */
async function recordFailure(deps: SendDeps, row: Row, cause: unknown): Promise<SendOutcome> {
  const now = deps.clock.now()
  const nextAttemptAt = addMilliseconds(now, retryDelayMs(row.attempts))
  const status = statusAfter(cause, nextAttemptAt > addDays(row.createdAt, GIVE_UP_AFTER_DAYS))
  const reason = cause instanceof Error ? cause.message : String(cause)
  await deps.db.outboxMessage.updateMany({
    where: { id: row.id, status: 'sending', attempts: row.attempts },
    data: {
      lastError: `${status === 'unknown' ? MAYBE : ''}${reason}`.slice(0, ERROR_LENGTH),
      ...(status === 'retry'
        ? { status: 'queued', nextAttemptAt, handedOverAt: null }
        : { status, secretsSealed: null, ...erasedFields(row.template) }),
    },
  })
  return { status, cause }
}

function statusAfter(cause: unknown, isLate: boolean): 'retry' | 'failed' | 'unknown' {
  if (cause instanceof SmtpError && cause.isUnknown) return 'unknown'
  return isLate || isForGood(cause) ? 'failed' : 'retry'
}

/** The server refused this recipient, or the mail is out of date. A wrong password of ours is neither. */
function isForGood(cause: unknown): boolean {
  if (cause instanceof TooLateError) return true
  return (
    cause instanceof SmtpError && cause.command === 'RCPT TO' && cause.status !== null && cause.status >= 500
  )
}

function emailName(name: string): EmailName {
  if (isEmailName(name)) return name
  throw new Error(`No mail is called ${name}`)
}

function isEmailName(name: string): name is EmailName {
  return Object.hasOwn(EMAIL_PROPS, name)
}
