import type { EmailName } from '#emails/props.ts'
import type { Deps, Tx } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { FORGOTTEN } from './erased-person.ts'
import { contactMailKey } from './outbox.ts'

const MOST = 1_000

/** Templates sent to students. A referer may share the address; mails to referers are kept with their contract. */
const STUDENT_TEMPLATES: readonly EmailName[] = [
  'verify-email',
  'welcome',
  'purchase-confirmation',
  'password-reset',
  'email-change',
  'email-changed',
  'password-changed',
  'payment-refunded',
  'refund-undone',
  'refund-request',
  'access-granted',
  'access-expiring',
  'films-waiting',
  'contact-received',
  'question-answered',
  'basket-left',
]

/** An address and the time it belonged to the student, or was typed by mistake; null means until now. */
export type AddressPeriod = { address: string; from: Date; until: Date | null; isOwn: boolean }

/** The prefix of the dedupe keys of a student's email-change mails. */
export function linkKeyOf(studentId: string): string {
  return `email-change:${studentId}:`
}

/**
 * The mails sent to an address while it belonged to the student, and its suppression if it is the current one (UK GDPR
 * art. 15).
 */
export async function exportMail(deps: Pick<Deps, 'db'>, period: AddressPeriod) {
  const ids = await findMailsTo(deps.db, period, MOST)
  const messages = await deps.db.outboxMessage.findMany({
    where: { id: { in: ids } },
    orderBy: { createdAt: 'asc' },
    select: { template: true, toAddress: true, props: true, status: true, createdAt: true, sentAt: true },
  })
  const addressKey = keyOf(period.address)
  const suppression =
    period.until === null
      ? await deps.db.suppression.findUnique({
          where: { addressKey },
          select: { reason: true, createdAt: true },
        })
      : null
  return { messages, suppression }
}

/** The erased student: addresses with their times, and messages from the contact page. */
type Erased = { studentId: string; periods: readonly AddressPeriod[]; messageIds: readonly string[] }

/**
 * Step: erases recipients and content of a student's mails and stops waiting ones. Rows and keys stay, so that no mail
 * is sent twice. Suppressions stay too: they must be respected (PECR reg. 22).
 */
export async function eraseMail(tx: Tx, { studentId, periods, messageIds }: Erased): Promise<void> {
  const ids = []
  for (const period of periods) ids.push(...(await findMailsTo(tx, period, null)))
  const aboutReferer = await findAboutReferer(tx, ids)
  const theirs: Prisma.OutboxMessageWhereInput = {
    OR: [
      { id: { in: ids, notIn: aboutReferer }, template: { in: [...STUDENT_TEMPLATES] } },
      { dedupeKey: { startsWith: linkKeyOf(studentId) } },
    ],
  }
  await tx.outboxMessage.updateMany({
    where: { ...theirs, status: { in: ['queued', 'sending'] } },
    data: { status: 'suppressed' },
  })
  const forgotten = { props: {}, secretsSealed: null, lastError: null }
  await tx.outboxMessage.updateMany({ where: theirs, data: { toAddress: FORGOTTEN, ...forgotten } })
  const written = messageIds.flatMap((messageId) =>
    [studentId, null].map((writer) => contactMailKey({ studentId: writer, messageId })),
  )
  // Only contact messages that the mail server refused; a waiting one is still sent.
  await tx.outboxMessage.updateMany({
    where: { dedupeKey: { in: written }, status: { in: ['failed', 'unknown'] } },
    data: { toAddress: FORGOTTEN, ...forgotten },
  })
}

/** The ids of mails about a referer's account, which share a template with students. */
async function findAboutReferer(tx: Tx, ids: string[]): Promise<string[]> {
  const rows = await tx.outboxMessage.findMany({
    where: { id: { in: ids }, props: { path: ['account'], equals: 'referer' } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Prisma's case-insensitive comparison is ILIKE, where an underscore matches any letter. */
async function findMailsTo(
  db: Pick<Tx, '$queryRaw'>,
  { address, from, until, isOwn }: AddressPeriod,
  most: number | null,
) {
  const addressKey = keyOf(address)
  const rows = await db.$queryRaw<{ id: string }[]>`
    select "id" from "OutboxMessage"
     where lower("toAddress") = ${addressKey} and "createdAt" >= ${from}
       and (${until}::timestamptz is null or "createdAt" <= ${until})
       and (${isOwn} or "template" = 'verify-email')
     order by "createdAt" desc limit ${most}`
  return rows.map(({ id }) => id)
}
