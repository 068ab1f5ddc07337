import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence } from '#shared/money/money.ts'

type Reader = Pick<Deps, 'db'>

const WHOSE = {
  select: { orderId: true, order: { select: { student: { select: { email: true } } } } },
} satisfies Prisma.PaymentDefaultArgs
type Whose = Prisma.PaymentGetPayload<typeof WHOSE>

/** Refunds that Stripe has not taken on, that wait for an answer of the admin's, or that failed; the oldest first. */
export async function listOpenRefunds({ db }: Reader, limit: number) {
  const rows = await db.refund.findMany({
    where: {
      OR: [
        { status: { in: ['waiting', 'held'] } },
        // One that was asked for just now is on its way.
        { status: 'requested', attempts: { gt: 0 } },
        { status: 'failed', resolution: null },
      ],
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      id: true,
      status: true,
      amountPence: true,
      createdAt: true,
      lastError: true,
      payment: WHOSE,
    },
  })
  return rows.map(withOrder)
}

/** Disputes and inquiries that are not decided, the nearest deadline first. */
export async function listOpenDisputes({ db }: Reader, limit: number) {
  const rows = await db.dispute.findMany({
    where: { status: { in: ['inquiry', 'open'] } },
    orderBy: [{ dueAt: { sort: 'asc', nulls: 'last' } }, { openedAt: 'asc' }],
    take: limit,
    select: {
      id: true,
      status: true,
      amountPence: true,
      openedAt: true,
      dueAt: true,
      payment: WHOSE,
    },
  })
  return rows.map(withOrder)
}

/** The order and the buyer's address in place of the payment. */
function withOrder<Row extends { amountPence: number; payment: Whose }>({
  payment,
  amountPence,
  ...row
}: Row) {
  const { orderId, order } = payment
  return { ...row, amountPence: pence(amountPence), orderId, email: order.student.email }
}
