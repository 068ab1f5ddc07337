import type { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { presentDocument } from '#server/features/documents/present.ts'
import { isOpen } from '#server/features/entitlements/entitlement-term.ts'
import { cancellableUntil, cancellationOf } from '#server/features/orders/order-documents.ts'
import { findHoldings } from '#server/features/orders/order-queries.ts'
import { londonDaysBetween } from '#shared/calendar/calendar.ts'
import { addDays, addMinutes } from '#shared/calendar/durations.ts'
import { repaymentDays } from '#shared/limits.ts'
import { type Pence, pence, smallerPence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { startedAbovePercent } from '#shared/progress/progress.ts'
import { watchedShare } from '#shared/progress/watched.ts'
import { leftToRefund } from '#shared/refunds/refund-quote.ts'
import { isDisputed, isLive, isUnresolved, isUnsent } from '#shared/refunds/refund-states.ts'
import type { RefundCaseInput, refundCaseOutput } from '#shared/schemas/refund-requests.ts'
import { type CaseOrder, type CaseVideos, findCaseOrder, findCaseVideos, type RequestRow } from './queries.ts'

type WireCase = z.input<typeof refundCaseOutput>
export type CaseLine = WireCase['lines'][number] & { paidPence: Pence }
export type RefundCase = Omit<WireCase, 'lines'> & { leftPence: Pence; lines: CaseLine[] }
type CaseDeps = Pick<Deps, 'clock'> & { db: Pick<Tx, 'order' | 'progress' | 'video' | 'entitlement'> }

/** A video that was sent for longer after it was opened was played, whatever the browser saved (requirements §5.2a). */
const GLANCE_MINUTES = 2

/**
 * What the rules on refunds look at in a paid order of a student: days, consent, what was watched, what is left.
 *
 * @throws ShopError ORDER_NOT_FOUND
 */
export async function getRefundCase(
  { db, clock }: CaseDeps,
  { studentId, of }: { studentId: string; of: RefundCaseInput },
): Promise<RefundCase> {
  const order = await findCaseOrder(db, { studentId, of })
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const known = await findCaseVideos(db, order)
  const { ownedVideoIds: ownedIds } = await findHoldings({ db, clock }, studentId)
  const now = clock.now()
  const leftPence = leftOf(order)
  const cancellation = cancellationOf(order)
  return {
    orderId: order.id,
    paidAt: order.paidAt ?? order.createdAt,
    daysSince: londonDaysBetween(order.paidAt ?? order.createdAt, now),
    total: toPounds(pence(order.totalPence)),
    ...discountsOf(order),
    left: toPounds(leftPence),
    leftPence,
    ...failedOf(order, leftPence),
    cancellation,
    canCancel: isInTime(order, { lines: order.lines, at: now }),
    isDisputed: isDisputed({ disputes: order.payment?.disputes ?? [] }),
    lines: order.lines.map((line) => presentLine(line, { order, known, ownedIds, now })),
    documents: order.documents.map(presentDocument),
    requests: order.refundRequests.map((request) => presentRequest(request, order)),
  }
}

function discountsOf(order: CaseOrder): Pick<WireCase, 'discounts'> {
  const { subtotalPence, totalPence, collectionDiscountPence, referralDiscountPence, referer } = order
  if (subtotalPence === totalPence) return {}
  return {
    discounts: {
      subtotal: toPounds(pence(subtotalPence)),
      collection: toPounds(pence(collectionDiscountPence)),
      referral: toPounds(pence(referralDiscountPence)),
      club: referer?.name,
      percent: basisPointsToPercent(order.discountBps ?? 0),
    },
  }
}

/** The most that can still go back of an order. */
export function leftOf({ totalPence, payment }: Pick<CaseOrder, 'totalPence' | 'payment'>): Pence {
  const refunds = payment?.refunds ?? []
  const movements = [...refunds, ...(payment?.disputes ?? [])]
  return leftToRefund({
    totalPence: pence(totalPence),
    credited: { grossPence: sumPence(movements.map(({ creditedPence }) => pence(creditedPence))) },
    askedPence: sumPence(refunds.filter(isUnsent).map(({ amountPence }) => pence(amountPence))),
  })
}

/** What failed may have gone back in another way since: no more than is left. */
function failedOf({ payment }: CaseOrder, leftPence: Pence): Pick<WireCase, 'failed'> {
  const failed = payment?.refunds.filter(isUnresolved) ?? []
  const failedPence = smallerPence(sumPence(failed.map(({ amountPence }) => pence(amountPence))), leftPence)
  return failedPence === 0 ? {} : { failed: toPounds(failedPence) }
}

type Known = { order: CaseOrder; known: CaseVideos; ownedIds: readonly number[]; now: Date }

function presentLine(line: CaseOrder['lines'][number], { order, known, ownedIds, now }: Known): CaseLine {
  const { entitlement } = line
  const videoId = entitlement?.videoId ?? line.videoId
  const watched = known.progress.find((row) => row.videoId === videoId)
  const canExchange =
    entitlement !== null &&
    videoId === line.videoId &&
    isOpen(entitlement, now) &&
    !wasPlayed(entitlement) &&
    (!watched || isUntouched(watched))
  return {
    id: line.id,
    videoId,
    title: line.title,
    exchangedFor: entitlement && videoId !== line.videoId ? entitlement.video.title : null,
    price: toPounds(pence(line.listPence)),
    paid: toPounds(pence(line.grossPence)),
    paidPence: pence(line.grossPence),
    refund: refundOf(line, order),
    isAsked: order.refundRequests.some(
      ({ status, lines }) => status === 'waiting' && lines.some(({ orderLineId }) => orderLineId === line.id),
    ),
    watched: watched ? { percent: Math.round(playedPercent(watched)), completed: watched.completed } : null,
    ...(entitlement && wasPlayed(entitlement) && { wasPlayed: true }),
    opensAt: entitlement && entitlement.startsAt > now ? entitlement.startsAt : null,
    expiresAt: entitlement?.expiresAt ?? null,
    isOpen: entitlement !== null && isOpen(entitlement, now),
    exchanges: canExchange
      ? known.videos.filter(({ id, pricePence }) => pricePence === line.listPence && !ownedIds.includes(id))
      : [],
  }
}

type Watched = CaseVideos['progress'][number]

/** In percent: what was played, or the place where only older clients have saved. */
function playedPercent({ percent, ...played }: Watched): number {
  return 100 * watchedShare({ progress: percent, ...played })
}

/** A jump back hides nothing that was played. */
function isUntouched(watched: Watched): boolean {
  return !watched.completed && Math.max(watched.percent, playedPercent(watched)) <= startedAbovePercent
}

/** By what the server sent; only the browser says how far. */
function wasPlayed({ grants }: NonNullable<CaseOrder['lines'][number]['entitlement']>): boolean {
  return grants.some(
    ({ createdAt, lastActiveAt }) =>
      lastActiveAt !== null && lastActiveAt > addMinutes(createdAt, GLANCE_MINUTES),
  )
}

type RefundedLine = { id: string; entitlement: { revokedAt: Date | null } | null }

/** Whether the money of a line went back, or is on its way. */
export function refundOf(
  { id, entitlement }: RefundedLine,
  { payment }: Pick<CaseOrder, 'payment'>,
): CaseLine['refund'] {
  if (entitlement?.revokedAt) return 'refunded'
  const live = payment?.refunds.filter(isLive) ?? []
  return live.some(({ lines }) => lines.some(({ orderLineId }) => orderLineId === id)) ? 'pending' : 'none'
}

type Contract = Pick<CaseOrder, 'consentWording' | 'consentAt' | 'paidAt'>

type LineStart = { entitlement: { startsAt: Date } | null }

/**
 * Whether a request of this moment cancels the contract within the 14 days. The consent counts from the start of a term:
 * a renewal that is still to come can be cancelled (requirements §5.3).
 */
function isInTime(order: Contract, { lines, at }: { lines: readonly LineStart[]; at: Date }): boolean {
  const until = cancellableUntil(order.paidAt)
  if (until === null || at > until) return false
  if (cancellationOf(order).right === 'kept') return true
  return lines.every(({ entitlement }) => entitlement !== null && entitlement.startsAt > at)
}

type Asked = Pick<RequestRow, 'wish' | 'createdAt'> & { lines: readonly { orderLine: LineStart }[] }

/** By when the money goes back, where a request cancels the contract within the 14 days; else null. */
export function repaymentDue(order: Contract, { wish, createdAt, lines }: Asked): Date | null {
  const asked = { lines: lines.map(({ orderLine }) => orderLine), at: createdAt }
  return wish === 'refund' && isInTime(order, asked) ? addDays(createdAt, repaymentDays) : null
}

/** A request on the wire. */
export function presentRequest(request: RequestRow, order: Contract) {
  const { body, lines, status, answeredById } = request
  return {
    ...request,
    message: body,
    lineIds: lines.map(({ orderLineId }) => orderLineId),
    isSettled: status === 'granted' && answeredById === null,
    dueAt: status === 'waiting' ? repaymentDue(order, request) : null,
  }
}
