import type { EmailName, EmailProps } from '#emails/props.ts'
import type { Deps, Tx } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { FORGOTTEN, isErasedEmail } from './erased-person.ts'

/** Mails with a link or code that grants access: their props are sealed at rest and wiped after sending. */
const SECRET_TEMPLATES: ReadonlySet<EmailName> = new Set([
  'verify-email',
  'password-reset',
  'email-change',
  'admin-code',
  'basket-left',
])

/** Whether the template's props are sealed, and wiped after it was sent or given up. */
function isSecretTemplate(template: string): boolean {
  return [...SECRET_TEMPLATES].some((name) => name === template)
}

export type Mail<N extends EmailName = EmailName> = {
  template: N
  to: string
  /** The template's props without `site`, which is added when the mail is rendered. */
  props: Omit<EmailProps<N>, 'site'>
  /** Documents to attach as PDF. */
  documentIds?: readonly string[]
  /** A second mail with the same key is not written, so that one change never mails twice. */
  dedupeKey?: string
}

/**
 * Step: writes an outbox message in the caller's transaction, so that the change and its mail are committed together.
 * Returns the id to enqueue after commit; null where the key was used or the recipient was erased.
 */
export async function queueMail<N extends EmailName>(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  mail: Mail<N>,
): Promise<string | null> {
  const { template, to, props, documentIds = [], dedupeKey = null } = mail
  const isSecret = SECRET_TEMPLATES.has(template)
  return writeMail(tx, deps, {
    template,
    to,
    props: isSecret ? {} : jsonObject(props),
    secrets: isSecret ? props : null,
    documentIds,
    dedupeKey,
  })
}

type MailRow = {
  template: string
  to: string
  props: Prisma.InputJsonValue
  /** Props to seal; null where none of them grants access. */
  secrets: object | null
  documentIds: readonly string[]
  dedupeKey: string | null
}

/** Step: writes an outbox message that is due now, with its own Message-ID; null as for `queueMail`. */
async function writeMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { template, to, props, secrets, documentIds, dedupeKey }: MailRow,
) {
  if (isErasedEmail(to)) return null
  const now = deps.clock.now()
  const id = newId(now)
  const { count } = await tx.outboxMessage.createMany({
    data: {
      id,
      template,
      toAddress: to,
      props,
      secretsSealed: secrets && deps.seal.seal(JSON.stringify(secrets), outboxRow(id)),
      documentIds: [...documentIds],
      dedupeKey,
      status: 'queued',
      nextAttemptAt: now,
      messageId: `<${id}@${new URL(deps.config.publicUrl).hostname}>`,
      createdAt: now,
    },
    skipDuplicates: true,
  })
  return count === 1 ? id : null
}

/** The key of a mail from the contact page, by which an erasure finds it. */
export function contactMailKey({ studentId, messageId }: { studentId: string | null; messageId: string }) {
  return `contact:${studentId ?? 'nobody'}:${messageId}`
}

/** The context that seals an outbox message's secrets. */
export function outboxRow(id: string): string {
  return `OutboxMessage:${id}`
}

/** Enqueues outbox messages. Without a queue the scheduled job enqueues them within 30 seconds. */
export function enqueueOutbox(
  deps: Pick<Deps, 'queue' | 'log'>,
  ids: readonly (string | null)[],
): Promise<void> {
  return enqueueMail(deps, ids, {})
}

/** Enqueues a code or link that the user waits for ahead of the waiting mails. */
export function enqueueAwaited(
  deps: Pick<Deps, 'queue' | 'log'>,
  ids: readonly (string | null)[],
): Promise<void> {
  return enqueueMail(deps, ids, { isAwaited: true })
}

async function enqueueMail(
  deps: Pick<Deps, 'queue' | 'log'>,
  ids: readonly (string | null)[],
  how: { isAwaited?: true },
) {
  const written = ids.flatMap((outboxId) => (outboxId === null ? [] : [{ outboxId, ...how }]))
  await deps.queue.enqueueMany('mail.send', written).catch((error: unknown) => {
    deps.log.warn(
      { err: error, mails: written.slice(0, 20) },
      'Mail waits in the outbox for the scheduled job',
    )
  })
}

/** Props are plain JSON by their schema; the round trip proves it to the type checker. */
function jsonObject(props: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(props))
}

/** Mails that may be sent again unchanged: they carry no access link and nothing that goes out of date. */
const REPEATABLE: readonly string[] = [
  'welcome',
  'purchase-confirmation',
  'payment-refunded',
  'refund-undone',
] as const

export function isRepeatable(template: string): boolean {
  return REPEATABLE.includes(template)
}

/**
 * Step: copies an outbox message to the person's current address, with the same text and documents. Returns its id;
 * null where the key was used, the mail is not repeatable or the recipient was erased.
 */
export async function copyMail(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { outboxId, to, dedupeKey }: { outboxId: string; to: string; dedupeKey: string },
): Promise<string | null> {
  const original = await tx.outboxMessage.findUnique({
    where: { id: outboxId },
    select: { template: true, props: true, documentIds: true },
  })
  if (!original || !isRepeatable(original.template)) return null
  const { template, props, documentIds } = original
  return writeMail(tx, deps, { template, to, props: props ?? {}, secrets: null, documentIds, dedupeKey })
}

/** Secrets are wiped when a mail is given up, and so is the address of an erased person. */
export function canRetry({ template, toAddress }: { template: string; toAddress: string }): boolean {
  return !isSecretTemplate(template) && toAddress !== FORGOTTEN
}

/** Step: makes every waiting mail due now. Returns how many mails are due. */
export async function retryWaitingMail(tx: Tx, now: Date): Promise<number> {
  await tx.outboxMessage.updateMany({
    where: { status: 'queued', nextAttemptAt: { gt: now } },
    data: { nextAttemptAt: now },
  })
  return tx.outboxMessage.count({ where: { status: 'queued', nextAttemptAt: { lte: now } } })
}

/** Step: dismisses a mail that failed or may not have arrived. False where it is neither, or is dismissed already. */
export async function dismissMail(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { count } = await tx.outboxMessage.updateMany({
    where: { id, status: { in: ['failed', 'unknown'] }, dismissedAt: null },
    data: { dismissedAt: now },
  })
  return count === 1
}

/** Step: queues a mail that failed or may not have arrived again. False where it is neither, or cannot be sent. */
export async function retryMail(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const mail = await tx.outboxMessage.findUnique({
    where: { id },
    select: { template: true, toAddress: true },
  })
  if (!mail || !canRetry(mail)) return false
  const { count } = await tx.outboxMessage.updateMany({
    where: { id, status: { in: ['failed', 'unknown'] } },
    data: { status: 'queued', attempts: 0, nextAttemptAt: now, handedOverAt: null, dismissedAt: null },
  })
  return count === 1
}

/** The next run handles the rest. */
const AT_ONCE = 500

/** Enqueues every due mail: its job was lost, its wait is over or its worker died. Returns how many. */
export async function requeueMail(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const due = await deps.db.outboxMessage.findMany({
    where: { status: { in: ['queued', 'sending'] }, nextAttemptAt: { lte: deps.clock.now() } },
    orderBy: { nextAttemptAt: 'asc' },
    take: AT_ONCE,
    select: { id: true },
  })
  await deps.queue.enqueueMany(
    'mail.send',
    due.map(({ id }) => ({ outboxId: id })),
  )
  return due.length
}

/**
 * Step: deletes queued mails by their dedupe keys, so that the same change can mail again. Mails that were sent or are
 * being sent stay. Returns how many.
 */
export async function deleteQueuedMails(tx: Tx, dedupeKeys: readonly string[]): Promise<number> {
  const { count } = await tx.outboxMessage.deleteMany({
    where: { dedupeKey: { in: [...dedupeKeys] }, status: 'queued' },
  })
  return count
}
