import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence } from '#shared/money/money.ts'

type Reader = Pick<Deps, 'db'>

const PAYMENT_OF_STUDENT = {
  select: { orderId: true, order: { select: { student: { select: { email: true } } } } },
} satisfies Prisma.PaymentDefaultArgs
type PaymentOfStudent = Prisma.PaymentGetPayload<typeof PAYMENT_OF_STUDENT>

/** Refunds that Stripe has not accepted, that wait for the admin's answer, or that failed; the oldest first. */
export async function listOpenRefunds({ db }: Reader, limit: number) {
  const rows = await db.refund.findMany({
    where: {
      OR: [
        { status: { in: ['waiting', 'held'] } },
        // A request without an attempt is about to be sent.
        { status: 'requested', attempts: { gt: 0 } },
        { status: 'failed', resolution: null },
      ],
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      ...columns('id', 'status', 'amountPence', 'createdAt', 'lastError'),
      payment: PAYMENT_OF_STUDENT,
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
      ...columns('id', 'status', 'amountPence', 'openedAt', 'dueAt'),
      payment: PAYMENT_OF_STUDENT,
    },
  })
  return rows.map(withOrder)
}

/** Replaces the payment by its order and the student's address. */
function withOrder<Row extends { amountPence: number; payment: PaymentOfStudent }>({
  payment,
  amountPence,
  ...row
}: Row) {
  const { orderId, order } = payment
  return { ...row, amountPence: pence(amountPence), orderId, email: order.student.email }
}
