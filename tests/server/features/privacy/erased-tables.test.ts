import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeEmail } from '#server/features/accounts/email-change.ts'
import { createUnsubscribeLink } from '#server/features/campaigns/unsubscribe.ts'
import { createMessage } from '#server/features/contact/messages.ts'
import { eraseAccount } from '#server/features/privacy/erasure.ts'
import { contactInput } from '#shared/schemas/contact.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { fillDesk } from './student-desk.ts'

/** Whose rows an erasure deletes, in a `personal-data.ts` that `erasure.ts` calls. */
const DELETED = ['ContactMessage', 'ExamDate', 'Note', 'OneTimeToken', 'Progress', 'Question', 'Session']

/** Whose rows it keeps under the student's id: the accounts, and links that still unsubscribe. */
const KEPT = ['Commission', 'Document', 'Entitlement', 'Order', 'UnsubscribeLink']

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Columns that refer to a student, by a foreign key or by their name. */
const REFERENCES = `
  select c.relname as "table", a.attname as "column"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     and (a.attname ilike '%studentId' or exists (
       select 1 from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.confrelid = '"Student"'::regclass and a.attnum = any(f.conkey)))
   order by 1, 2`

type Reference = { table: string; column: string }

async function findReferences(db: Pick<pg.Pool | pg.PoolClient, 'query'>): Promise<Reference[]> {
  const { rows } = await db.query<Reference>(REFERENCES)
  return rows
}

/** Tables about a student that are in neither list. */
function findForgotten(references: readonly Reference[]): string[] {
  return references.map(({ table }) => table).filter((table) => ![...DELETED, ...KEPT].includes(table))
}

it('every table that refers to a student is erased or kept on purpose', async () => {
  const references = await findReferences(shop.deps.pool)
  expect(
    findForgotten(references),
    'erase it in a personal-data.ts that src/server/features/privacy/erasure.ts calls, export it in export-data.ts beside it, and name it here',
  ).toEqual([])
  expect(references.map(({ table }) => table)).toEqual([...DELETED, ...KEPT].toSorted())
})

it('a table that was forgotten is found, by its column and by its foreign key', async () => {
  const client = await shop.deps.pool.connect()
  try {
    await client.query('begin')
    await client.query('create table "Badge" ("id" text primary key, "studentId" text)')
    await client.query('create table "Medal" ("holder" text references "Student" ("id"))')
    expect(findForgotten(await findReferences(client))).toEqual(['Badge', 'Medal'])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

/** How many rows each table has of a student. */
async function countRows(studentId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, column } of await findReferences(shop.deps.pool)) {
    const { rows } = await shop.deps.pool.query<{ count: number }>(
      `select count(*)::int as "count" from "${table}" where "${column}" = $1`,
      [studentId],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}

/** A student with a row in each of the tables. */
async function makeWholeStudent() {
  const { deps } = shop
  const { code } = await makeReferer(deps)
  const buyer = await makeBuyer(shop, [1], code)
  const { token } = await makeSession(deps, { studentId: buyer.id })
  await fillDesk(shop, { studentId: buyer.id, token, words: 'Drift' })
  await changeEmail(deps, { studentId: buyer.id, email: `new.${buyer.email}`, password: buyer.password })
  const written = { name: buyer.username, email: buyer.email, topic: 'other', message: 'How do I start?' }
  await createMessage(deps, { message: contactInput.parse(written), studentId: buyer.id })
  await deps.db.$transaction((tx) => createUnsubscribeLink(tx, deps, { studentId: buyer.id }))
  return buyer
}

it('an erasure deletes the rows of the one list, and keeps those of the other', async () => {
  const student = await makeWholeStudent()
  const before = await countRows(student.id)
  expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([])
  await eraseAccount(shop.deps, { studentId: student.id, password: student.password })
  const after = await countRows(student.id)
  for (const table of DELETED) expect(after[table], table).toBe(0)
  for (const table of KEPT) expect(after[table], table).toBe(before[table])
})
