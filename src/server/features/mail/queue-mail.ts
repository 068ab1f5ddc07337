import type { EmailName, EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { isErasedEmail } from './erased-person.ts'

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
