import { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import { enqueueAwaited } from '#server/features/mail/outbox.ts'
import { hashToken, newId } from '#server/infra/ids.ts'
import { addHours, addSeconds } from '#shared/calendar/durations.ts'
import { pendingVerificationMessages } from '#shared/messages/auth.ts'
import { forgotPasswordMessages } from '#shared/messages/password-reset.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { mailReset } from './password-reset.ts'
import { mailVerification } from './verification.ts'

/** The link a visitor requests. `emailKey` is what was typed: it may have no account. */
const linkRequest = z.object({
  kind: z.enum(['verifyEmail', 'resetStudent', 'resetReferer']),
  emailKey: z.string(),
})
export type LinkRequest = z.output<typeof linkRequest>

/** The row that the sealed request is bound to. */
export function linkRequestRow(id: string): string {
  return `LinkRequest:${id}`
}

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'queue' | 'log'>

/** Mails a new verification link. The answer is the same whether or not the address has an account. */
export async function resendVerification(
  deps: RequestDeps,
  { email, address }: { email: string; address: string },
): Promise<{ success: true; message: string }> {
  await createLinkRequest(deps, { kind: 'verifyEmail', email, address })
  return { success: true, message: pendingVerificationMessages.sent }
}

/** Mails a link that sets a new password. The answer is the same whether or not the address has an account. */
export async function requestPasswordReset(
  deps: RequestDeps,
  { email, type, address }: { email: string; type: 'user' | 'referer'; address: string },
): Promise<{ success: true; message: string }> {
  const kind = type === 'referer' ? 'resetReferer' : 'resetStudent'
  await createLinkRequest(deps, { kind, email, address })
  return { success: true, message: forgotPasswordMessages.sent }
}

/**
 * Stores the request; a worker looks the account up and mails the link. So the answer takes as long for an address
 * without an account. Without a queue the row waits for `requeueLinkRequests`.
 */
export async function createLinkRequest(
  deps: RequestDeps,
  { kind, email, address }: { kind: LinkRequest['kind']; email: string; address: string },
): Promise<void> {
  const emailKey = keyOf(email)
  if (!(await tryConsumeLimits(deps, { kind, emailKey, address }))) return

  const now = deps.clock.now()
  const id = newId(now)
  const request: LinkRequest = { kind, emailKey }
  const requestSealed = deps.seal.seal(JSON.stringify(request), linkRequestRow(id))
  await deps.db.linkRequest.create({ data: { id, requestSealed, createdAt: now }, select: { id: true } })
  await deps.queue.enqueue('accounts.mailLink', { requestId: id }).catch((error: unknown) => {
    deps.log.warn({ err: error, requestId: id }, 'A request for a link waits for the next requeue')
  })
}

/**
 * Beyond a limit nothing is stored and the answer stays the same. Each kind counts on its own, for as long as a reset
 * link works: a stranger's requests never leave the owner without a link.
 */
async function tryConsumeLimits(
  { limits }: Pick<Deps, 'limits'>,
  { kind, emailKey, address }: LinkRequest & { address: string },
) {
  // A hash, since the counter outlives an account that is erased.
  const account = hashToken(`${kind}:${emailKey}`)
  return (
    (await limits.tryConsume('linkMailAddress', address)) &&
    (await limits.tryConsume('linkMail', `${account}:${address}`)) &&
    (await limits.tryConsume('linkMailAccount', account))
  )
}

type MailDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

type Request = LinkRequest & { id: string }

/** Mails the requested link where the address has an account that can use it. A second worker finds no request. */
export async function mailLink(deps: MailDeps, { requestId: id }: { requestId: string }): Promise<void> {
  const row = await deps.db.linkRequest.findUnique({ where: { id }, select: { requestSealed: true } })
  if (!row) return
  const request = linkRequest.parse(JSON.parse(deps.seal.open(row.requestSealed, linkRequestRow(id))))
  const outboxIds = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.linkRequest.deleteMany({ where: { id } })
    if (count === 0) return []
    if (request.kind === 'verifyEmail') return mailVerificationTo(tx, deps, { id, ...request })
    if (request.kind === 'resetStudent') return mailResetToStudent(tx, deps, { id, ...request })
    return mailResetToReferers(tx, deps, { id, ...request })
  })
  await enqueueAwaited(deps, outboxIds)
}

async function mailVerificationTo(tx: Tx, deps: MailDeps, { id, emailKey }: Request) {
  const student = await tx.student.findFirst({
    where: { emailKey, verifiedAt: null, erasedAt: null },
    select: { id: true, username: true, email: true },
  })
  return student ? [await mailVerification(tx, deps, { student, dedupeKey: `link:${id}` })] : []
}

async function mailResetToStudent(tx: Tx, deps: MailDeps, { id, emailKey }: Request) {
  const student = await tx.student.findFirst({
    where: { emailKey, erasedAt: null },
    select: { id: true, username: true, email: true },
  })
  if (!student) return []
  const { id: studentId, username: name, email } = student
  return [await mailReset(tx, deps, { owner: { studentId }, name, email, dedupeKey: `link:${id}` })]
}

/** More referers than may share the address of one organisation. */
const MOST_REFERERS = 10

async function mailResetToReferers(tx: Tx, deps: MailDeps, { id, emailKey }: Request) {
  const referers = await tx.referer.findMany({
    where: { contactEmailKey: emailKey, endedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MOST_REFERERS,
    select: { id: true, name: true, contactEmail: true },
  })
  const outboxIds = []
  for (const { id: refererId, name, contactEmail: email } of referers) {
    const dedupeKey = `link:${id}:${refererId}`
    outboxIds.push(await mailReset(tx, deps, { owner: { refererId }, name, email, dedupeKey }))
  }
  return outboxIds
}

/** A younger request still has its own job. */
const GRACE_SECONDS = 20
/** A visitor who waits longer has sent another request. */
const KEEP_HOURS = 1
/** More than this wait for the next run. */
const BATCH_SIZE = 500

/** Enqueues the requests whose job was lost, and deletes those that no worker handled within the hour. */
export async function requeueLinkRequests({
  db,
  clock,
  queue,
}: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<number> {
  const now = clock.now()
  await db.linkRequest.deleteMany({ where: { createdAt: { lt: addHours(now, -KEEP_HOURS) } } })
  const left = await db.linkRequest.findMany({
    where: { createdAt: { lte: addSeconds(now, -GRACE_SECONDS) } },
    orderBy: { createdAt: 'asc' },
    take: BATCH_SIZE,
    select: { id: true },
  })
  await queue.enqueueMany(
    'accounts.mailLink',
    left.map(({ id }) => ({ requestId: id })),
  )
  return left.length
}
