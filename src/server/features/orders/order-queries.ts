import type { Deps } from '#server/deps.ts'
import { findRenewals, openUntil } from '#server/features/entitlements/entitlement-term.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** The columns of an order that every reading of it has. */
export const ORDER_COLUMNS = {
  id: true,
  status: true,
  isBundle: true,
  subtotalPence: true,
  collectionDiscountPence: true,
  referralDiscountPence: true,
  totalPence: true,
  exVatPence: true,
  vatPence: true,
  referralCode: true,
  buyer: true,
  consentWording: true,
  consentAt: true,
  createdAt: true,
  expiresAt: true,
  paidAt: true,
  cancelledAt: true,
} satisfies Prisma.OrderSelect

/** The columns of a line that every reading of it has. */
export const LINE_COLUMNS = {
  title: true,
  listPence: true,
  grossPence: true,
  exVatPence: true,
  vatPence: true,
} satisfies Prisma.OrderLineSelect

export const ORDER_FIELDS = {
  ...ORDER_COLUMNS,
  studentId: true,
  cartKey: true,
  collectionDiscount: true,
  vatBps: true,
  sellerVatNumber: true,
  singleMonths: true,
  bundleMonths: true,
  refererId: true,
  discountBps: true,
  commissionBps: true,
  intentKeyNumber: true,
  lines: {
    orderBy: { videoId: 'asc' },
    select: {
      ...LINE_COLUMNS,
      ...columns('id', 'videoId', 'collectionDiscountPence', 'referralDiscountPence'),
    },
  },
  payment: {
    select: columns('id', 'intentId', 'status', 'feePence', 'feeIsEstimate', 'method', 'paidAt', 'livemode'),
  },
  student: {
    select: {
      username: true,
      email: true,
      emailKey: true,
      newsOptInAt: true,
      newsOptOutAt: true,
      businessName: true,
      vatNumber: true,
      businessAddressLine1: true,
      businessAddressLine2: true,
      businessCity: true,
      businessPostcode: true,
      businessCountry: true,
    },
  },
  referer: { select: { name: true, contactEmailKey: true } },
} satisfies Prisma.OrderSelect

/** An order with its lines, payment, student and referer. */
export type FullOrder = Prisma.OrderGetPayload<{ select: typeof ORDER_FIELDS }>

type Reader = Pick<Deps['db'], 'order'>

export function findOrder(db: Reader, orderId: string): Promise<FullOrder | null> {
  return db.order.findUnique({ where: { id: orderId }, select: ORDER_FIELDS })
}

export function findOrderByIntent(db: Reader, intentId: string): Promise<FullOrder | null> {
  return db.order.findFirst({ where: { payment: { intentId } }, select: ORDER_FIELDS })
}

/** The student's one open order. */
export function findOpenOrder(db: Reader, studentId: string): Promise<FullOrder | null> {
  return db.order.findFirst({ where: { studentId, status: 'open' }, select: ORDER_FIELDS })
}

/** Whether the student had the £40 for completing a partly owned collection before (requirements §4). */
export async function hasUsedCompletion(db: Reader, studentId: string): Promise<boolean> {
  const orders = await db.order.count({
    where: { studentId, status: 'paid', collectionDiscount: 'completion' },
  })
  return orders > 0
}

/** What a student has when a cart is priced, by id. */
export type Holdings = {
  /** The videos that are open now. */
  ownedVideoIds: number[]
  /** Those of them that can be bought again now. */
  renewableVideoIds: number[]
}

/** The videos that a student can watch now, and those of them that can be renewed. */
export async function findHoldings(
  deps: Pick<Deps, 'clock'> & { db: Pick<Deps['db'], 'entitlement'> },
  studentId: string,
): Promise<Holdings> {
  const now = deps.clock.now()
  const rows = await deps.db.entitlement.findMany({
    where: { studentId, revokedAt: null, expiresAt: { gt: now } },
    select: { videoId: true, startsAt: true, expiresAt: true },
  })
  const idsOf = (ends: Map<number, Date>) => [...ends.keys()].toSorted((a, b) => a - b)
  return { ownedVideoIds: idsOf(openUntil(rows, now)), renewableVideoIds: idsOf(findRenewals(rows, now)) }
}

/** The invoice number of a paid order, and when the first of its entitlements that stand expires. */
export async function findOutcome(db: Pick<Deps['db'], 'document' | 'entitlement'>, orderId: string) {
  const [invoice, entitlement] = await Promise.all([
    db.document.findFirst({
      where: { orderId, kind: 'invoice', cancelsId: null },
      select: { id: true, label: true },
    }),
    db.entitlement.findFirst({
      where: { orderId, revokedAt: null },
      orderBy: { expiresAt: 'asc' },
      select: { expiresAt: true },
    }),
  ])
  return { invoice, expiresAt: entitlement?.expiresAt ?? null }
}

/** The documents of an order as every list of them has them. */
export const ORDER_DOCUMENTS = {
  orderBy: { id: 'asc' },
  select: { id: true, label: true, kind: true, issuedAt: true, details: true },
} satisfies Prisma.Order$documentsArgs

/** The number of an order's invoice, for where one is named. */
export const INVOICE_NUMBER = {
  where: { kind: 'invoice' },
  take: 1,
  select: { label: true },
} satisfies Prisma.Order$documentsArgs

const MOST_ORDERS = 200

/** A student's paid orders with their documents, the newest order first. */
export function listOrders(db: Reader, studentId: string) {
  return db.order.findMany({
    where: { studentId, status: 'paid' },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      ...ORDER_COLUMNS,
      lines: { orderBy: { videoId: 'asc' }, select: { videoId: true, title: true } },
      documents: ORDER_DOCUMENTS,
      refundRequests: {
        where: { status: 'waiting' },
        orderBy: { createdAt: 'desc' },
        take: 1,
        select: { wish: true, createdAt: true },
      },
      payment: {
        select: {
          refunds: { select: { creditedPence: true } },
          disputes: { select: { creditedPence: true } },
        },
      },
    },
  })
}

export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number]

/**
 * Step: locks the row of the student whose order this is until the transaction ends. Every change to the money or the
 * entitlements of one student takes this lock first.
 */
export async function lockStudentOfOrder(tx: Prisma.TransactionClient, orderId: string): Promise<void> {
  await tx.$queryRaw`select s."id" from "Student" s join "Order" o on o."studentId" = s."id" where o."id" = ${orderId} for update of s`
}
