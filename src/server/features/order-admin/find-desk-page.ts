import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import type { OrdersShown, searchOrdersOutput } from '#shared/schemas/admin-orders.ts'
import { presentCursor, presentDeskOrder, presentDeskStudent, readCursor } from './present-desk.ts'
import { MOST_STUDENTS, searchOrders, searchStudents } from './queries-desk.ts'

type Search = { words: string | null; shown: OrdersShown; cursor: string | null; limit: number }

/** A page of the desk's list: orders, and with words to search for the students who are called so. */
export async function findDeskPage(
  deps: Pick<Deps, 'pool'>,
  { words, shown, cursor, limit }: Search,
): Promise<z.output<typeof searchOrdersOutput>> {
  const after = readCursor(cursor)
  const [page, students] = await Promise.all([
    searchOrders(deps, { words: words ?? '', shown, after, limit }),
    after ? [] : searchStudents(deps, words ?? ''),
  ])
  return {
    orders: page.orders.map(presentDeskOrder),
    students: students.slice(0, MOST_STUDENTS).map(presentDeskStudent),
    hasMoreStudents: students.length > MOST_STUDENTS,
    nextCursor: page.next && presentCursor(page.next),
  }
}
