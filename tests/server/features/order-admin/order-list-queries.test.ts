import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrderPage } from '#server/features/order-admin/order-list.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

/** More orders than an uncommon word can have, and more than one page of a common word reads. */
const MANY = 5_100
const NEWER = 10_050

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
  const busy = await makeStudent(deps, { username: 'busy', email: 'busy@crowd.example' })
  const quiet = await makeStudent(deps, { username: 'quiet', email: 'quiet@elsewhere.example' })
  await insertOrders(busy.id, { count: MANY, prefix: 'a', from: '2026-01-01T00:00:00Z' })
  await insertOrders(quiet.id, { count: NEWER, prefix: 'b', from: '2026-06-01T00:00:00Z' })
  await deps.pool.query(`
    insert into "Student" ("id", "username", "usernameKey", "email", "emailKey", "passwordHash", "createdAt", "lastSeenAt")
    select lpad(n::text, 8, '0'), 'flock' || n, 'flock' || n, 'flock' || n || '@example.com', 'flock' || n || '@example.com', '',
      now(), '2026-01-01T00:00:00Z'::timestamptz - make_interval(mins => n)
      from generate_series(1, ${MANY}) n`)
})
afterAll(() => deps.close())

/** Cancelled ones, a minute apart. */
async function insertOrders(studentId: string, rows: { count: number; prefix: string; from: string }) {
  await deps.pool.query(
    `insert into "Order" ("id", "studentId", "status", "cartKey", "isBundle", "collectionDiscount", "subtotalPence",
       "collectionDiscountPence", "referralDiscountPence", "totalPence", "exVatPence", "vatPence", "vatBps", "singleMonths",
       "bundleMonths", "createdAt", "expiresAt", "cancelledAt")
     select $1 || lpad(n::text, 8, '0'), $2, 'cancelled', '1', false, 'none', 6000, 0, 0, 6000, 6000, 0, 0, 3, 12,
       t, t + interval '1 day', t + interval '1 day'
       from generate_series(1, $3::int) n, lateral (select $4::timestamptz + make_interval(mins => n) as t) made`,
    [rows.prefix, studentId, rows.count, rows.from],
  )
}

const find = (words: string, cursor: string | null = null) =>
  getOrderPage(deps, { words, shown: 'all', cursor, limit: 2 })

const idsOf = ({ orders }: Awaited<ReturnType<typeof find>>) => orders.map(({ id }) => id)

describe('a word that thousands of orders have', () => {
  it('shows its newest orders first, page by page', async () => {
    const first = await find('quiet')
    expect(idsOf(first)).toEqual(['b00010050', 'b00010049'])
    expect(idsOf(await find('quiet', first.nextCursor))).toEqual(['b00010048', 'b00010047'])
  })

  it('is searched in a limited number of orders a page, and found on later pages', async () => {
    const first = await find('crowd')
    expect(idsOf(first)).toEqual([])
    const second = await find('crowd', first.nextCursor)
    expect(idsOf(second)).toEqual(['a00005100', 'a00005099'])
  })

  it('ends after the oldest order', async () => {
    const last = await find('crowd', '2026-01-01T00:03:00.000Z_a00000003')
    expect(idsOf(last)).toEqual(['a00000002', 'a00000001'])
    expect(last.nextCursor).toBeNull()
  })

  it('still finds an order by its id', async () => {
    expect(idsOf(await find('a00000001'))).toEqual(['a00000001'])
  })
})

describe('a word that thousands of students have', () => {
  it('shows the newest accounts and says that there are more', async () => {
    const { students, hasMoreStudents } = await find('flock')
    expect(students.map(({ username }) => username)).toEqual(
      Array.from({ length: 8 }, (_, index) => `flock${MANY - 8 + index}`),
    )
    expect(hasMoreStudents).toBe(true)
  })
})
