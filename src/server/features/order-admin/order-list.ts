import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { pence, toPounds } from '#shared/money/money.ts'
import type { OrdersShown, searchOrdersOutput } from '#shared/schemas/admin-orders.ts'
import { MOST_STUDENTS, type OrderRow, searchOrders, searchStudents } from './order-list-queries.ts'

type Search = { words: string | null; shown: OrdersShown; cursor: string | null; limit: number }

/** A page of the list of orders; a search also finds students. */
export async function getOrderPage(
  deps: Pick<Deps, 'pool'>,
  { words, shown, cursor, limit }: Search,
): Promise<z.input<typeof searchOrdersOutput>> {
  const after = readCursor(cursor)
  const [page, students] = await Promise.all([
    searchOrders(deps, { words: words ?? '', shown, after, limit }),
    after ? [] : searchStudents(deps, words ?? ''),
  ])
  return {
    orders: page.orders.map(presentOrderRow),
    students: students
      .slice(0, MOST_STUDENTS)
      .map((student) => ({ ...student, isVerified: student.verifiedAt !== null })),
    hasMoreStudents: students.length > MOST_STUDENTS,
    nextCursor: page.next && presentCursor(page.next),
  }
}

export function presentOrderRow(order: OrderRow) {
  return {
    ...order,
    total: toPounds(pence(order.totalPence)),
    refunded: toPounds(pence(order.creditedPence)),
    student: { id: order.studentId, username: order.username, email: order.email },
  }
}

/** Where the next page begins: after this order. */
function presentCursor({ createdAt, id }: Pick<OrderRow, 'createdAt' | 'id'>): string {
  return `${createdAt.toISOString()}_${id}`
}

/** Null for text that is no cursor of `presentCursor`. */
function readCursor(cursor: string | null): { createdAt: Date; id: string } | null {
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_([\w-]{1,64})$/.exec(cursor ?? '')
  const createdAt = new Date(parts?.[1] ?? Number.NaN)
  return parts?.[2] && !Number.isNaN(createdAt.getTime()) ? { createdAt, id: parts[2] } : null
}
