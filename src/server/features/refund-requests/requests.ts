import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { type AuditEvent, recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { type Pence, smallerPence, sumPence } from '#shared/money/money.ts'
import { needsWords } from '#shared/refunds/refund-requests.ts'
import type { AskRefundInput } from '#shared/schemas/refund-requests.ts'
import { REQUEST_FIELDS } from './queries.ts'
import { type CaseLine, getRefundCase, presentRequest, type RefundCase } from './refund-case.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'seal' | 'queue' | 'log'>

/**
 * Stores what a student asks back, and mails a receipt to the student and a notice to the instructor. The same request a
 * second time, from another tab or after a lost answer, is the first one.
 *
 * @throws ShopError ORDER_NOT_FOUND; BAD_INPUT where a reason lacks words; REFUND_REQUESTED where another request about a line waits; REFUND_PENDING,
 *   NOTHING_TO_REFUND; EXCHANGE_NOT_POSSIBLE; CONFLICT while a bank holds the money
 */
export async function askRefund(
  deps: RequestDeps,
  { studentId, ask }: { studentId: string; ask: AskRefundInput },
): Promise<RefundCase['requests'][number]> {
  const { request, mails } = await deps.db.$transaction((tx) => writeRequest(tx, deps, { studentId, ask }))
  await enqueueOutbox(deps, mails)
  return request
}

async function writeRequest(
  tx: Tx,
  deps: RequestDeps,
  { studentId, ask }: { studentId: string; ask: AskRefundInput },
) {
  const { orderId, wish, reason, exchangeVideoId, message, lineIds } = ask
  const student = await lockStudent(tx, studentId)
  if (!student) throw new ShopError('ORDER_NOT_FOUND')
  const found = await getRefundCase({ db: tx, clock: deps.clock }, { studentId, of: { orderId } })
  const lines = found.lines.filter(({ id }) => lineIds.includes(id))
  if (lines.length < lineIds.length) throw new ShopError('ORDER_NOT_FOUND')
  const first = found.requests.find((request) => isSame(request, ask))
  if (first) return { request: first, mails: [] }
  refuse(found, lines, ask)

  const now = deps.clock.now()
  const { order, ...row } = await tx.refundRequest.create({
    data: {
      id: newId(now),
      orderId,
      status: 'waiting',
      wish,
      reason,
      body: message,
      exchangeVideoId,
      createdAt: now,
      lines: { create: lineIds.map((orderLineId) => ({ orderLineId })) },
    },
    select: {
      ...REQUEST_FIELDS,
      order: { select: { consentWording: true, consentAt: true, paidAt: true } },
    },
  })
  const request = presentRequest(row, order)
  await recordRequest(tx, deps, {
    actor: { kind: 'student', id: studentId },
    action: 'refundRequest.made',
    orderId,
    details: { requestId: request.id, wish, reason, lines: lineIds.length },
  })
  const about = {
    invoiceNumber: found.documents.find(({ kind }) => kind === 'invoice')?.number ?? orderId,
    titles: lines.map(({ title }) => title),
    amountPence: wish === 'refund' ? amountOf(lines, found.leftPence) : null,
    exchangeFor: request.exchangeVideo?.title ?? null,
    dueAt: request.dueAt?.toISOString() ?? null,
  }
  const receipt = await queueMail(tx, deps, {
    template: 'refund-request',
    to: student.email,
    props: {
      ...about,
      username: student.username,
      orderId,
      stage: 'received',
      words: null,
      exchangeUntil: null,
    },
    dedupeKey: `refund-request:${request.id}`,
  })
  const notice = await queueMail(tx, deps, {
    template: 'refund-request-waiting',
    to: deps.config.seller.email,
    props: {
      ...about,
      orderId,
      reason,
      daysSince: found.daysSince,
      hasConsent: found.cancellation.right === 'waived' && request.dueAt === null,
      watched: lines.map(({ title, watched }) => ({ title, percent: watched?.percent ?? 0 })),
    },
    dedupeKey: `refund-request-waiting:${request.id}`,
  })
  return { request, mails: [receipt, notice] }
}

/** What lines cost, at most what is left of their order. */
function amountOf(lines: readonly CaseLine[], leftPence: Pence): Pence {
  return smallerPence(sumPence(lines.map(({ paidPence }) => paidPence)), leftPence)
}

function isSame(request: RefundCase['requests'][number], ask: AskRefundInput): boolean {
  return (
    request.status === 'waiting' &&
    request.wish === ask.wish &&
    request.reason === ask.reason &&
    request.message === ask.message &&
    (request.exchangeVideo?.id ?? null) === ask.exchangeVideoId &&
    request.lineIds.toSorted().join() === ask.lineIds.toSorted().join()
  )
}

function refuse(found: RefundCase, lines: readonly CaseLine[], ask: AskRefundInput): void {
  // Within the 14 days it is cancelled without a reason.
  if (ask.message === null && needsWords(ask.reason) && !found.canCancel) throw new ShopError('BAD_INPUT')
  if (lines.some(({ isAsked }) => isAsked)) throw new ShopError('REFUND_REQUESTED')
  if (found.isDisputed) throw new ShopError('CONFLICT')
  if (lines.some(({ refund }) => refund !== 'none')) throw new ShopError('REFUND_PENDING')
  if (ask.wish === 'exchange') {
    const [line] = lines
    const isPossible = lines.length === 1 && line?.exchanges.some(({ id }) => id === ask.exchangeVideoId)
    if (!isPossible) throw new ShopError('EXCHANGE_NOT_POSSIBLE')
  } else if (found.leftPence === 0) throw new ShopError('NOTHING_TO_REFUND')
}

/**
 * Withdraws a waiting request of a student. A second time changes nothing.
 *
 * @throws ShopError NOT_FOUND; REQUEST_ANSWERED
 */
export async function withdrawRequest(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, requestId }: { studentId: string; requestId: string },
): Promise<{ requestId: string }> {
  await deps.db.$transaction(async (tx) => {
    await lockStudent(tx, studentId)
    const request = await tx.refundRequest.findFirst({
      where: { id: requestId, order: { studentId } },
      select: { orderId: true, status: true },
    })
    if (!request) throw new ShopError('NOT_FOUND')
    if (request.status === 'withdrawn') return
    if (!(await closeRequest(tx, { requestId, status: 'withdrawn', now: deps.clock.now() }))) {
      throw new ShopError('REQUEST_ANSWERED')
    }
    await recordRequest(tx, deps, {
      actor: { kind: 'student', id: studentId },
      action: 'refundRequest.withdrawn',
      orderId: request.orderId,
      details: { requestId },
    })
  })
  return { requestId }
}

type Closing = { requestId: string; now: Date } & (
  | { status: 'withdrawn' | 'granted' }
  | { status: 'granted' | 'declined'; answeredById: string; answer: string | null }
)

/** Step: ends a waiting request. False where it was answered or withdrawn before. */
export async function closeRequest(tx: Tx, { requestId, now, ...outcome }: Closing): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id: requestId, status: 'waiting' },
    data: { ...outcome, answeredAt: now },
  })
  if (count === 0) return false
  await tx.refundRequestLine.updateMany({ where: { requestId }, data: { isOpen: false } })
  return true
}

/** Step: ends the waiting requests about lines whose money went back in another way. */
export async function settleRequests(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { orderId, lineIds }: { orderId: string; lineIds: readonly string[] },
): Promise<void> {
  const settled = await tx.refundRequest.findMany({
    where: { orderId, status: 'waiting', lines: { every: { orderLineId: { in: [...lineIds] } } } },
    select: { id: true },
  })
  for (const { id: requestId } of settled) {
    await closeRequest(tx, { requestId, status: 'granted', now: deps.clock.now() })
    await recordRequest(tx, deps, {
      actor: { kind: 'shop' },
      action: 'refundRequest.settled',
      orderId,
      details: { requestId },
    })
  }
}

type RequestEvent = Required<Pick<AuditEvent, 'actor' | 'details'>> & {
  action: `refundRequest.${'made' | 'withdrawn' | 'settled' | 'granted' | 'declined'}`
  orderId: string
}

/** Step: an audit entry about a request, beside those of its order. */
export function recordRequest(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { orderId, ...event }: RequestEvent,
): Promise<void> {
  return recordAudit(tx, deps, { ...event, subject: { kind: 'order', id: orderId } })
}
