import type { EmailProps } from '#emails/props.ts'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { exchangeEntitlement } from '#server/features/entitlements/entitlements.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { PaymentDeps } from '#server/features/payments/sync-payment.ts'
import { getRefundCase } from '#server/features/refund-requests/refund-case.ts'
import { closeRequest, recordRequest } from '#server/features/refund-requests/requests.ts'
import { columns } from '#server/infra/columns.ts'
import { requestReasons } from '#shared/messages/refund-requests.ts'
import type { Pence } from '#shared/money/money.ts'
import type { RefundStatus } from '#shared/refunds/refund-states.ts'
import { sendRefund, writeRefund } from './refund-order.ts'

type Grant = {
  requestId: string
  /** A part of the price, after which every video stays open; null for what was asked. */
  amountPence: Pence | null
  words: string | null
  adminId: string
  /** As of a refund: what had gone back when the admin decided. */
  seenBackPence: Pence
}

type Answered = Awaited<ReturnType<typeof getRequest>>
type Outcome = Pick<EmailProps<'refund-request'>, 'stage' | 'amountPence' | 'exchangeUntil'>

/**
 * Grants a waiting request: a refund as `refundOrder` makes it, or the other video until the same day. The answer, its
 * mail and the row of the refund are one transaction; Stripe is asked after it.
 *
 * @throws ShopError NOT_FOUND; REQUEST_ANSWERED; EXCHANGE_NOT_POSSIBLE; as refundOrder
 */
export async function grantRequest(
  deps: PaymentDeps,
  { requestId, amountPence, words, adminId, seenBackPence }: Grant,
): Promise<{ status: RefundStatus | null }> {
  const { refund, outboxId } = await deps.db.$transaction(async (tx) => {
    const request = await closeWith(tx, deps, { requestId, status: 'granted', words, adminId })
    if (request.wish === 'exchange') {
      const exchangeUntil = (await exchange(tx, deps, request)).toISOString()
      const outcome = { stage: 'exchanged', amountPence: null, exchangeUntil } as const
      return { refund: null, outboxId: await mailAnswer(tx, deps, { request, words, outcome }) }
    }
    const { id: orderId, studentId } = request.order
    const { lines } = await getRefundCase({ db: tx, clock: deps.clock }, { studentId, of: { orderId } })
    // One of them may have been refunded since.
    const lineIds = request.lines
      .map(({ orderLine }) => orderLine.id)
      .filter((lineId) => lines.some(({ id, refund: state }) => id === lineId && state === 'none'))
    if (lineIds.length === 0) throw new ShopError('NOTHING_TO_REFUND')
    const written = await writeRefund(tx, deps, {
      orderId,
      wish: amountPence === null ? { lineIds } : { amountPence },
      reason: reasonOf(request),
      adminId,
      seenBackPence,
    })
    const outcome = { stage: 'granted', amountPence: written.amountPence, exchangeUntil: null } as const
    const refunded = {
      ...request,
      lines: request.lines.filter(({ orderLine }) => lineIds.includes(orderLine.id)),
    }
    return { refund: written, outboxId: await mailAnswer(tx, deps, { request: refunded, words, outcome }) }
  })
  await enqueueOutbox(deps, [outboxId])
  return { status: refund && (await sendRefund(deps, refund)) }
}

/**
 * Declines a waiting request, with words for the student.
 *
 * @throws ShopError NOT_FOUND; REQUEST_ANSWERED
 */
export async function declineRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'seal' | 'queue' | 'log'>,
  { requestId, words, adminId }: { requestId: string; words: string; adminId: string },
): Promise<void> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    const request = await closeWith(tx, deps, { requestId, status: 'declined', words, adminId })
    const outcome = { stage: 'declined', amountPence: null, exchangeUntil: null } as const
    return mailAnswer(tx, deps, { request, words, outcome })
  })
  await enqueueOutbox(deps, [outboxId])
}

function getRequest(tx: Tx, requestId: string) {
  return tx.refundRequest.findUniqueOrThrow({
    where: { id: requestId },
    select: {
      ...columns('id', 'wish', 'reason'),
      exchangeVideo: { select: columns('id', 'title') },
      lines: {
        orderBy: { orderLineId: 'asc' },
        select: { orderLine: { select: columns('id', 'videoId', 'title') } },
      },
      order: {
        select: {
          ...columns('id', 'studentId'),
          student: { select: columns('username', 'email') },
          documents: {
            where: { kind: 'invoice', cancelsId: null },
            take: 1,
            select: { label: true },
          },
        },
      },
    },
  })
}

type Closing = {
  requestId: string
  status: 'granted' | 'declined'
  words: string | null
  adminId: string
}

/** Step: answers a request, once, with the lock on its student's row. */
async function closeWith(tx: Tx, deps: Pick<Deps, 'clock'>, closing: Closing): Promise<Answered> {
  const { requestId, status, words, adminId } = closing
  const known = await tx.refundRequest.findUnique({ where: { id: requestId }, select: { orderId: true } })
  if (!known) throw new ShopError('NOT_FOUND')
  await lockStudentOfOrder(tx, known.orderId)
  const answer = { requestId, status, answeredById: adminId, answer: words, now: deps.clock.now() }
  if (!(await closeRequest(tx, answer))) throw new ShopError('REQUEST_ANSWERED')
  const request = await getRequest(tx, requestId)
  await recordRequest(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: `refundRequest.${status}`,
    orderId: known.orderId,
    details: { requestId, wish: request.wish, reason: request.reason, ...exchangeOf(request) },
  })
  return request
}

/** The videos of an exchange, for the audit log: the order line keeps the title of the first. */
function exchangeOf({ exchangeVideo, lines: [line] }: Answered) {
  return exchangeVideo && line ? { from: line.orderLine.title, to: exchangeVideo.title } : {}
}

/** Step: opens the other video in place of the one that was not watched. */
async function exchange(tx: Tx, { clock }: Pick<Deps, 'clock'>, request: Answered): Promise<Date> {
  const { order, exchangeVideo } = request
  const [line] = request.lines.map(({ orderLine }) => orderLine)
  const of = { orderId: order.id }
  const { lines } = await getRefundCase({ db: tx, clock }, { studentId: order.studentId, of })
  const found = lines.find(({ id }) => id === line?.id)
  const isPossible = found?.refund === 'none' && found.exchanges.some(({ id }) => id === exchangeVideo?.id)
  if (!line || !exchangeVideo || !isPossible) throw new ShopError('EXCHANGE_NOT_POSSIBLE')
  const until = await exchangeEntitlement(tx, {
    lineId: line.id,
    from: line.videoId,
    to: exchangeVideo.id,
    now: clock.now(),
  })
  if (until === null) throw new ShopError('EXCHANGE_NOT_POSSIBLE')
  return until
}

/** As the credit note prints it. */
function reasonOf({ reason }: Answered): string {
  return reason === 'other' ? 'Refund asked for by the buyer' : requestReasons[reason]
}

function mailAnswer(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  { request, words, outcome }: { request: Answered; words: string | null; outcome: Outcome },
): Promise<string | null> {
  const { id, order, lines, exchangeVideo } = request
  return queueMail(tx, deps, {
    template: 'refund-request',
    to: order.student.email,
    props: {
      ...outcome,
      username: order.student.username,
      orderId: order.id,
      invoiceNumber: order.documents[0]?.label ?? order.id,
      titles: lines.map(({ orderLine }) => orderLine.title),
      exchangeFor: exchangeVideo?.title ?? null,
      words,
      dueAt: null,
    },
    dedupeKey: `refund-request-answered:${id}`,
  })
}
