import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

const ORDER_FIELDS = {
  id: true,
  studentId: true,
  status: true,
  basketKey: true,
  isBundle: true,
  collectionDiscount: true,
  subtotalPence: true,
  collectionDiscountPence: true,
  referralDiscountPence: true,
  totalPence: true,
  exVatPence: true,
  vatPence: true,
  vatBps: true,
  sellerVatNumber: true,
  singleMonths: true,
  bundleMonths: true,
  refererId: true,
  referralCode: true,
  discountBps: true,
  commissionBps: true,
  buyer: true,
  consentWording: true,
  consentAt: true,
  createdAt: true,
  expiresAt: true,
  paidAt: true,
  intentKeyNumber: true,
  lines: {
    orderBy: { videoId: 'asc' },
    select: {
      id: true,
      videoId: true,
      title: true,
      listPence: true,
      collectionDiscountPence: true,
      referralDiscountPence: true,
      grossPence: true,
      exVatPence: true,
      vatPence: true,
    },
  },
  payment: {
    select: {
      id: true,
      intentId: true,
      status: true,
      feePence: true,
      feeIsEstimate: true,
      method: true,
      paidAt: true,
    },
  },
  student: {
    select: {
      username: true,
      email: true,
      emailKey: true,
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

/** An order with its lines, payment, buyer and referer, as every step of buying needs it. */
export type FullOrder = Prisma.OrderGetPayload<{ select: typeof ORDER_FIELDS }>

type Reader = Pick<Deps['db'], 'order'>

export function findOrder(db: Reader, orderId: string): Promise<FullOrder | null> {
  return db.order.findUnique({ where: { id: orderId }, select: ORDER_FIELDS })
}

export function findOrderByIntent(db: Reader, intentId: string): Promise<FullOrder | null> {
  return db.order.findFirst({ where: { payment: { intentId } }, select: ORDER_FIELDS })
}

/** The one order of a student that waits for its payment. */
export function findOpenOrder(db: Reader, studentId: string): Promise<FullOrder | null> {
  return db.order.findFirst({ where: { studentId, status: 'open' }, select: ORDER_FIELDS })
}

/** Whether the student was given the £40 for completing a partly owned collection before (requirements §4). */
export async function hasUsedCompletion(db: Reader, studentId: string): Promise<boolean> {
  const orders = await db.order.count({
    where: { studentId, status: 'paid', collectionDiscount: 'completion' },
  })
  return orders > 0
}

/** The videos that a student can watch now, by id. */
export async function findOwnedVideoIds(
  deps: Pick<Deps, 'clock'> & { db: Pick<Deps['db'], 'entitlement'> },
  studentId: string,
): Promise<number[]> {
  const now = deps.clock.now()
  const rows = await deps.db.entitlement.findMany({
    where: { studentId, revokedAt: null, startsAt: { lte: now }, expiresAt: { gt: now } },
    distinct: ['videoId'],
    orderBy: { videoId: 'asc' },
    select: { videoId: true },
  })
  return rows.map((row) => row.videoId)
}

/** What a paid order led to: the number of its invoice, and when the first video closes that is still its buyer's. */
export async function findOutcome(db: Pick<Deps['db'], 'document' | 'entitlement'>, orderId: string) {
  const [invoice, entitlement] = await Promise.all([
    db.document.findFirst({ where: { orderId, kind: 'invoice', cancelsId: null }, select: { label: true } }),
    db.entitlement.findFirst({
      where: { orderId, revokedAt: null },
      orderBy: { expiresAt: 'asc' },
      select: { expiresAt: true },
    }),
  ])
  return { invoiceLabel: invoice?.label ?? null, expiresAt: entitlement?.expiresAt ?? null }
}

const MOST_ORDERS = 200

/** A student's paid orders with their papers, the newest order first. */
export function listOrders(db: Reader, studentId: string) {
  return db.order.findMany({
    where: { studentId, status: 'paid' },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      id: true,
      createdAt: true,
      paidAt: true,
      isBundle: true,
      totalPence: true,
      lines: { orderBy: { videoId: 'asc' }, select: { videoId: true, title: true } },
      documents: {
        orderBy: { id: 'asc' },
        select: { id: true, label: true, kind: true, issuedAt: true, facts: true },
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
 * Step: holds the row of the student whose order this is until the transaction ends, as fulfilment does first
 * too. What happens to the money and the access of one student happens one after the other.
 */
export async function lockStudentOfOrder(tx: Prisma.TransactionClient, orderId: string): Promise<void> {
  await tx.$queryRaw`select s."id" from "Student" s join "Order" o on o."studentId" = s."id" where o."id" = ${orderId} for update of s`
}
