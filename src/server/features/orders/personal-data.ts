import type { Deps } from '#server/deps.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { UNSETTLED_REFUNDS } from '#shared/refunds/refund-states.ts'
import { LINE_COLUMNS, ORDER_COLUMNS } from './order-queries.ts'

const MOST = 1_000

/** A student's orders with lines, prices, payments, refunds and disputes (UK GDPR art. 15); of a card the shop has the last four digits. */
export function exportOrders(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.order.findMany({
    where: { studentId },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    select: {
      ...ORDER_COLUMNS,
      linkName: true,
      lines: { orderBy: { videoId: 'asc' }, select: LINE_COLUMNS },
      payment: {
        select: {
          intentId: true,
          chargeId: true,
          status: true,
          amountPence: true,
          method: true,
          cardEnding: true,
          refundedPence: true,
          createdAt: true,
          paidAt: true,
          refunds: {
            select: { status: true, amountPence: true, reason: true, createdAt: true, settledAt: true },
          },
          disputes: { select: { status: true, amountPence: true, openedAt: true, closedAt: true } },
        },
      },
    },
  })
}

/** What is not finished between a student and the shop. */
export type Unsettled = 'payment' | 'refund' | 'dispute'

/**
 * Why a student cannot be erased yet, the most important reason first; null when there is none. The shop has to be able
 * to refund, and to answer a bank (UK GDPR art. 17(3)(e)).
 */
export async function findUnsettled(
  db: Pick<Prisma.TransactionClient, 'dispute' | 'refund' | 'order'>,
  studentId: string,
): Promise<Unsettled | null> {
  const payment = { order: { studentId } }
  if ((await db.dispute.count({ where: { payment, status: { in: ['inquiry', 'open'] } } })) > 0)
    return 'dispute'
  const refunds = await db.refund.count({
    where: {
      payment,
      OR: [{ status: { in: [...UNSETTLED_REFUNDS] } }, { status: 'failed', resolution: null }],
    },
  })
  if (refunds > 0) return 'refund'
  return (await db.order.count({ where: { studentId, status: 'open' } })) > 0 ? 'payment' : null
}

/**
 * Step: removes name, address and the card's last digits from a student's orders. Lines, prices, payments and the consent stay: the law keeps
 * the records of a sale for six years (Finance Act 1998, sch. 18 para. 21; VAT Regulations 1995, reg. 31), and the
 * invoice holds the buyer's name where the law requires it.
 */
export async function eraseOrders(tx: Prisma.TransactionClient, studentId: string): Promise<void> {
  await tx.order.updateMany({ where: { studentId }, data: { buyer: Prisma.DbNull } })
  await tx.payment.updateMany({ where: { order: { studentId } }, data: { cardEnding: null } })
}
