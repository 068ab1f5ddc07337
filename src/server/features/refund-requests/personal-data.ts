import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { LINE_START } from './queries.ts'
import { repaymentDue } from './refund-case.ts'

const MOST = 1_000

/** What a student asked back, and the answers (UK GDPR art. 15). */
export function exportRequests(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.refundRequest.findMany({
    where: { order: { studentId } },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    select: {
      ...columns('orderId', 'status', 'wish', 'reason', 'body'),
      exchangeVideo: { select: { title: true } },
      lines: { select: { orderLine: { select: { title: true } } } },
      createdAt: true,
      answeredAt: true,
      answer: true,
    },
  })
}

/** Whether an order was cancelled within the 14 days, and waits for its money. */
export async function hasCancellation(tx: Tx, studentId: string): Promise<boolean> {
  const waiting = await tx.refundRequest.findMany({
    where: { status: 'waiting', order: { studentId } },
    take: MOST,
    select: {
      ...columns('wish', 'createdAt'),
      lines: { select: { orderLine: { select: LINE_START } } },
      order: { select: columns('consentWording', 'consentAt', 'paidAt') },
    },
  })
  return waiting.some(({ order, ...request }) => repaymentDue(order, request) !== null)
}

/** Step: withdraws a student's waiting requests and removes what was written; that there was one stays with the order. */
export async function eraseRequests(tx: Tx, deps: Pick<Deps, 'clock'>, studentId: string): Promise<void> {
  const order = { studentId }
  await tx.refundRequestLine.updateMany({ where: { request: { order } }, data: { isOpen: false } })
  await tx.refundRequest.updateMany({
    where: { order, status: 'waiting' },
    data: { status: 'withdrawn', answeredAt: deps.clock.now() },
  })
  await tx.refundRequest.updateMany({ where: { order }, data: { body: null, answer: null } })
}
