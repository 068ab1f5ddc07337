import type { Deps, Tx } from '#server/deps.ts'
import { INVOICE_NUMBER, ORDER_DOCUMENTS } from '#server/features/orders/order-queries.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { RefundCaseInput } from '#shared/schemas/refund-requests.ts'

/** When the term of a line begins: until then a renewal can be cancelled. */
export const LINE_START = { entitlement: { select: { startsAt: true } } } satisfies Prisma.OrderLineSelect

/** The columns of a request that every reading of it has. */
export const REQUEST_FIELDS = {
  ...columns('id', 'status', 'wish', 'reason', 'body', 'createdAt', 'answeredAt', 'answeredById', 'answer'),
  exchangeVideo: { select: columns('id', 'title') },
  lines: { select: { orderLineId: true, orderLine: { select: LINE_START } } },
} satisfies Prisma.RefundRequestSelect
export type RequestRow = Prisma.RefundRequestGetPayload<{ select: typeof REQUEST_FIELDS }>

/** The requests of an order, the newest first. */
export const ORDER_REQUESTS = {
  orderBy: { createdAt: 'desc' },
  take: 50,
  select: REQUEST_FIELDS,
} satisfies Prisma.Order$refundRequestsArgs

/** What went back of a payment, or will. */
const PAYMENT_MOVES = {
  refunds: {
    select: {
      ...columns('status', 'resolution', 'amountPence', 'creditedPence'),
      lines: { select: { orderLineId: true } },
    },
  },
  disputes: { select: columns('status', 'creditedPence') },
} satisfies Prisma.PaymentSelect

const CASE_FIELDS = {
  ...columns('id', 'studentId', 'totalPence', 'consentWording', 'consentAt', 'createdAt', 'paidAt'),
  ...columns('subtotalPence', 'collectionDiscountPence', 'referralDiscountPence', 'discountBps'),
  referer: { select: { name: true } },
  lines: {
    orderBy: { videoId: 'asc' },
    select: {
      ...columns('id', 'videoId', 'title', 'listPence', 'grossPence'),
      entitlement: {
        select: {
          ...columns('videoId', 'startsAt', 'expiresAt', 'revokedAt'),
          video: { select: { title: true } },
          grants: { select: columns('createdAt', 'lastActiveAt') },
        },
      },
    },
  },
  payment: { select: PAYMENT_MOVES },
  documents: ORDER_DOCUMENTS,
  refundRequests: ORDER_REQUESTS,
} satisfies Prisma.OrderSelect
export type CaseOrder = Prisma.OrderGetPayload<{ select: typeof CASE_FIELDS }>

/** A student's paid order by its id, or the latest one that opened a video. */
export function findCaseOrder(
  db: Pick<Tx, 'order'>,
  { studentId, of }: { studentId: string; of: RefundCaseInput },
): Promise<CaseOrder | null> {
  const which =
    'orderId' in of ? { id: of.orderId } : { lines: { some: { entitlement: { videoId: of.videoId } } } }
  return db.order.findFirst({
    where: { studentId, status: 'paid', ...which },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    select: CASE_FIELDS,
  })
}

/** What a student watched of an order's videos, and what could take their place. */
export async function findCaseVideos(db: Pick<Tx, 'progress' | 'video'>, { studentId, lines }: CaseOrder) {
  const progress = await db.progress.findMany({
    where: {
      studentId,
      videoId: { in: lines.map(({ videoId, entitlement }) => entitlement?.videoId ?? videoId) },
    },
    select: columns('videoId', 'percent', 'completed', 'watchedSeconds', 'durationSeconds'),
  })
  const videos = await db.video.findMany({
    orderBy: { position: 'asc' },
    select: columns('id', 'title', 'pricePence'),
  })
  return { progress, videos }
}
export type CaseVideos = Awaited<ReturnType<typeof findCaseVideos>>

/** Requests that wait for an admin, the oldest first. */
export function listWaitingRequests({ db }: Pick<Deps, 'db'>, limit: number) {
  return db.refundRequest.findMany({
    where: { status: 'waiting' },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      ...columns('id', 'orderId', 'wish', 'reason', 'createdAt'),
      lines: {
        orderBy: { orderLineId: 'asc' },
        select: {
          orderLine: {
            select: {
              ...columns('id', 'title', 'grossPence'),
              entitlement: { select: columns('startsAt', 'revokedAt') },
            },
          },
        },
      },
      exchangeVideo: { select: { title: true } },
      order: {
        select: {
          ...columns('totalPence', 'consentWording', 'consentAt', 'paidAt'),
          student: { select: { email: true } },
          payment: { select: PAYMENT_MOVES },
          documents: INVOICE_NUMBER,
        },
      },
    },
  })
}
