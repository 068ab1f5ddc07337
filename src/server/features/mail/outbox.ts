import type { EmailName, EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { FORGOTTEN, isErasedEmail } from './erased-person.ts'

/** Mails that carry a link or code which lets somebody in: their props are sealed at rest and wiped once sent. */
const SECRET_TEMPLATES: ReadonlySet<EmailName> = new Set([
  'verify-email',
  'password-reset',
  'email-change',
  'admin-code',
  'basket-left',
])

/** Whether the props of such a mail are sealed, and wiped once it was sent or given up. */
export function isSecretTemplate(template: string): boolean {
  return [...SECRET_TEMPLATES].some((name) => name === template)
}

export type Mail<N extends EmailName = EmailName> = {
  template: N
  to: string
  /** All of the template's props but `site`, which is added when the mail is rendered. */
  props: Omit<EmailProps<N>, 'site'>
  /** Documents to attach as PDF. */
  documentIds?: readonly string[]
  /** The same change never mails twice: a second mail with this key is not written. */
  dedupeKey?: string
}

/**
 * Step: writes a mail into the outbox within the caller's transaction, so that the change and its mail are
 * both there or both not. Returns the row's id for `nudgeMail` after commit, or null when the key was used or
 * the person has been erased.
 */
export async function queueMail<N extends EmailName>(
  tx: Prisma.TransactionClient,
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
  /** Props that are sealed instead; null where nothing in them lets anybody in. */
  secrets: object | null
  documentIds: readonly string[]
  dedupeKey: string | null
}

/** Step: writes a row of the outbox, due now, under a Message-ID of its own; null as for `queueMail`. */
export async function writeMail(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { template, to, props, secrets, documentIds, dedupeKey }: MailRow,
): Promise<string | null> {
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

/** The key of what a student wrote on the contact page, by which an erasure finds it. */
export function contactMailKey({ studentId, messageId }: { studentId: string | null; messageId: string }) {
  return `contact:${studentId ?? 'nobody'}:${messageId}`
}

/** What the secrets of an outbox row are bound to. */
export function outboxRow(id: string): string {
  return `OutboxMessage:${id}`
}

/** Asks a worker to send now. A queue that is away is asked once: the sweep finds the rows within 30 seconds. */
export function nudgeMail(deps: Pick<Deps, 'queue' | 'log'>, ids: readonly (string | null)[]): Promise<void> {
  return enqueueMail(deps, ids, {})
}

/** The same for a code or link that somebody waits for: it does not wait behind what has piled up meanwhile. */
export function nudgeAwaitedMail(
  deps: Pick<Deps, 'queue' | 'log'>,
  ids: readonly (string | null)[],
): Promise<void> {
  return enqueueMail(deps, ids, { isAwaited: true })
}

async function enqueueMail(
  deps: Pick<Deps, 'queue' | 'log'>,
  ids: readonly (string | null)[],
  how: { isAwaited?: true },
): Promise<void> {
  const written = ids.flatMap((outboxId) => (outboxId === null ? [] : [{ outboxId, ...how }]))
  await deps.queue.enqueueMany('mail.send', written).catch((error: unknown) => {
    deps.log.warn({ err: error, mails: written.slice(0, 20) }, 'Mail stays in the outbox for the sweep')
  })
}

/** Props are plain JSON by their schema; a round trip makes that true for the type checker as well. */
function jsonObject(props: object): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(props))
}

/** Mails that may be sent again as they were: they carry neither a link that lets somebody in nor news of the moment. */
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
 * Step: writes a mail of the outbox once more, with the same words and papers, to where the person reads their mail
 * now. Answers the new row's id for `nudgeMail`; null where the key was used, the mail is none of
 * these or the person has been erased.
 */
export async function copyMail(
  tx: Prisma.TransactionClient,
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

/** A mail's link or code is wiped when it is given up, and an erased person's address with it. */
export function canRetry({ template, toAddress }: { template: string; toAddress: string }): boolean {
  return !isSecretTemplate(template) && toAddress !== FORGOTTEN
}

/** Step: makes every mail that waits for its next try due now. Returns how many mails are due. */
export async function retryWaitingMail(tx: Prisma.TransactionClient, now: Date): Promise<number> {
  await tx.outboxMessage.updateMany({
    where: { status: 'queued', nextAttemptAt: { gt: now } },
    data: { nextAttemptAt: now },
  })
  return tx.outboxMessage.count({ where: { status: 'queued', nextAttemptAt: { lte: now } } })
}

/** Step: a mail that failed or may not have arrived needs nobody any more. False where it is neither, or was dismissed. */
export async function dismissMail(
  tx: Prisma.TransactionClient,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.outboxMessage.updateMany({
    where: { id, status: { in: ['failed', 'unknown'] }, dismissedAt: null },
    data: { dismissedAt: now },
  })
  return count === 1
}

/**
 * Step: puts a mail that was given up, or whose fate is unknown, back into the outbox. False where it is neither, or cannot
 * be sent.
 */
export async function retryMail(
  tx: Prisma.TransactionClient,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
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

/** What is left over waits for the next sweep. */
const AT_ONCE = 500

/**
 * Gives every due mail to the workers again: those whose job was lost, those whose wait is over, and those
 * whose worker died in the middle. Returns how many.
 */
export async function sweepMail(deps: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<number> {
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
 * Step: takes mails out of the outbox that no worker has taken up, by their dedupe keys, so that what they tell of can
 * be told again. Those that were sent, or are being sent, stay. Answers how many it were.
 */
export async function withdrawMails(
  tx: Prisma.TransactionClient,
  dedupeKeys: readonly string[],
): Promise<number> {
  const { count } = await tx.outboxMessage.deleteMany({
    where: { dedupeKey: { in: [...dedupeKeys] }, status: 'queued' },
  })
  return count
}
