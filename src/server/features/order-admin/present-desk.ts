import { pence, toPounds } from '#shared/money/money.ts'
import type { DeskOrderOutput, DeskStudentOutput } from '#shared/schemas/admin-orders.ts'
import type { DeskOrder, DeskStudent } from './queries-desk.ts'

export function presentDeskOrder(order: DeskOrder): DeskOrderOutput {
  const { id, status, isBundle, films, hasOpenDispute, invoiceNumber } = order
  return {
    id,
    status,
    isBundle,
    films,
    hasOpenDispute,
    invoiceNumber,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    total: toPounds(pence(order.totalPence)),
    refunded: toPounds(pence(order.creditedPence)),
    student: { id: order.studentId, username: order.username, email: order.email },
  }
}

export function presentDeskStudent(student: DeskStudent): DeskStudentOutput {
  const { id, username, email, orderCount } = student
  const createdAt = student.createdAt.toISOString()
  return { id, username, email, orderCount, createdAt, isVerified: student.verifiedAt !== null }
}

/** Where the next page begins: after this order. */
export function presentCursor({ createdAt, id }: Pick<DeskOrder, 'createdAt' | 'id'>): string {
  return `${createdAt.toISOString()}_${id}`
}

/** Null for text that no answer of ours brought. */
export function readCursor(cursor: string | null): { createdAt: Date; id: string } | null {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_([\w-]{1,64})$/.exec(cursor ?? '')
  const createdAt = new Date(parts?.[1] ?? Number.NaN)
  return parts?.[2] && !Number.isNaN(createdAt.getTime()) ? { createdAt, id: parts[2] } : null
}
