import type { Deps } from '#server/deps.ts'
import { INVOICE_NUMBER } from '#server/features/orders/order-queries.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence } from '#shared/money/money.ts'

type Reader = Pick<Deps, 'db'>

const PAYMENT_OF_STUDENT = {
  select: {
    orderId: true,
    order: { select: { student: { select: { email: true } }, documents: INVOICE_NUMBER } },
  },
} satisfies Prisma.PaymentDefaultArgs
type PaymentOfStudent = Prisma.PaymentGetPayload<typeof PAYMENT_OF_STUDENT>

const OPEN_REFUND = {
  OR: [
    { status: { in: ['waiting', 'held'] } },
    // A request without an attempt is about to be sent.
    { status: 'requested', attempts: { gt: 0 } },
    { status: 'failed', resolution: null },
  ],
} satisfies Prisma.RefundWhereInput

const OPEN_DISPUTE = { status: { in: ['inquiry', 'open'] } } satisfies Prisma.DisputeWhereInput

/** How many refunds and disputes need an admin. */
export async function countOpenRefundsAndDisputes({ db }: Reader): Promise<number> {
  const [refunds, disputes] = await Promise.all([
    db.refund.count({ where: OPEN_REFUND }),
    db.dispute.count({ where: OPEN_DISPUTE }),
  ])
  return refunds + disputes
}

/** Refunds that Stripe has not accepted, that wait for the admin's answer, or that failed; the oldest first. */
export async function listOpenRefunds({ db }: Reader, limit: number) {
  const rows = await db.refund.findMany({
    where: OPEN_REFUND,
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
    where: OPEN_DISPUTE,
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
  const number = order.documents[0]?.label ?? null
  return { ...row, amountPence: pence(amountPence), orderId, number, email: order.student.email }
}
