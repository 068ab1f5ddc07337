import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { OFFENCES, REMOVALS } from './schema-offences.ts'
import { RIGHT_ROWS } from './schema-rows.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Every try is undone. References are not looked at: each guard is tried by itself. */
beforeEach(async () => {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('delete from "MailPace"') // its one row comes with the migration
})
afterEach(() => client.query('rollback'))

/** Columns that are not named keep their defaults. */
function insert(table: string, row: Record<string, unknown>) {
  const columns = Object.keys(row).map((column) => `"${column}"`)
  return client.query(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${table}", $1)`,
    [JSON.stringify(row)],
  )
}

/** The guard that refused, or null when none did. */
function refusalOf(inserting: Promise<unknown>): Promise<string | null> {
  return inserting.then(
    () => null,
    (error: unknown) =>
      error instanceof pg.DatabaseError ? (error.constraint ?? error.message) : String(error),
  )
}

const right = (table: string) => {
  const row = RIGHT_ROWS[table]
  if (!row) throw new Error(`There is no right row for ${table}`)
  return row
}

describe('a right row', () => {
  it.each(Object.entries(RIGHT_ROWS))('of %s is taken', async (table, row) => {
    expect(await refusalOf(insert(table, row))).toBeNull()
  })
})

describe('the database itself', () => {
  it.each(OFFENCES.map((offence) => [offence.guard, offence.change, offence] as const))(
    'refuses by %s: %o',
    async (guard, change, { table, first }) => {
      if (first) expect(await refusalOf(insert(table, { ...right(table), ...first }))).toBeNull()
      expect(await refusalOf(insert(table, { ...right(table), ...change }))).toBe(guard)
    },
  )

  it('takes a second of what is over: a cancelled order, a decided application, a void payout', async () => {
    for (const [table, over, key] of [
      ['Order', { status: 'cancelled', cancelledAt: '2026-11-21T10:00:00Z' }, 'o2'],
      ['RefererApplication', { status: 'rejected', decidedAt: '2026-11-21T10:00:00Z' }, 'x2'],
      ['Payout', { status: 'void', voidedAt: '2026-11-21T10:00:00Z' }, 'z2'],
    ] as const) {
      await insert(table, right(table))
      expect(await refusalOf(insert(table, { ...right(table), ...over, id: key }))).toBeNull()
    }
  })

  it.each(['LedgerEntry', 'Document', 'AuditEntry'])(
    'never lets a row of %s be edited or removed',
    async (table) => {
      await insert(table, right(table))
      await client.query('set local session_replication_role = origin')
      for (const sql of [
        `update "${table}" set "id" = 'other'`,
        `delete from "${table}"`,
        `truncate "${table}" cascade`,
      ]) {
        await client.query('savepoint before')
        expect(await refusalOf(client.query(sql))).toBe(`${table} is append-only`)
        await client.query('rollback to savepoint before')
      }
    },
  )
})

describe('what a check wants', () => {
  it.each(REMOVALS)('is not removed: $guard', async ({ guard, parent, change }) => {
    const [table = '', column = ''] = guard.split('_')
    await insert(parent, right(parent))
    await insert(table, { ...right(table), [column]: right(parent).id, ...change })
    await client.query('set local session_replication_role = origin')
    expect(await refusalOf(client.query(`delete from "${parent}"`))).toBe(guard)
  })

  it('is set to null by no reference, but where the check takes null', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select f.conname as name from pg_constraint f
       where f.contype = 'f' and f.confdeltype = 'n' and exists (
         select 1 from pg_constraint c
          where c.contype = 'c' and c.conrelid = f.conrelid and c.conkey && f.conkey)`)
    const takesNull = ['Incident_closedById_fkey', 'Question_instructorNoteId_fkey']
    expect(rows.map(({ name }) => name).toSorted()).toEqual(takesNull)
  })
})

describe('the audit log', () => {
  const offence = (sql: string, erased: string | null) => async () => {
    await insert('AuditEntry', right('AuditEntry'))
    await insert('AuditEntry', { ...right('AuditEntry'), id: 'e2', subjectKind: 'order' })
    await client.query('set local session_replication_role = origin')
    if (erased) await client.query("select set_config('shop.erased_student', $1, true)", [erased])
    return refusalOf(client.query(sql))
  }
  const EMPTY = `update "AuditEntry" set "details" = '{}' where "id" = 'e1'`

  it('lets an erasure empty what it says about that student', async () => {
    expect(await offence(EMPTY, 's1')()).toBeNull()
  })

  it.each([
    ['outside an erasure', EMPTY, null],
    ["in another student's erasure", EMPTY, 's2'],
    ['of what is no student', `update "AuditEntry" set "details" = '{}' where "id" = 'e2'`, 's1'],
    ['to other words', `update "AuditEntry" set "details" = '{"a": 1}' where "id" = 'e1'`, 's1'],
    ['of who did it', `update "AuditEntry" set "details" = '{}', "actorId" = 'a2' where "id" = 'e1'`, 's1'],
    ['of when', `update "AuditEntry" set "details" = '{}', "at" = now() where "id" = 'e1'`, 's1'],
    ['by removal', `delete from "AuditEntry" where "id" = 'e1'`, 's1'],
  ])('refuses a change %s', async (_what, sql, erased) => {
    expect(await offence(sql, erased)()).toBe('AuditEntry is append-only')
  })
})

describe('the list of offences', () => {
  it('has one for every check and every partial unique index there is', async () => {
    const { rows } = await client.query<{ name: string }>(`
      select conname as name from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace
      union
      select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indisunique and i.indpred is not null and c.relnamespace = 'public'::regnamespace`)
    const guards = rows.map(({ name }) => name).toSorted()
    expect(guards.length).toBeGreaterThan(20)
    expect([...new Set(OFFENCES.map(({ guard }) => guard))].toSorted()).toEqual(guards)
  })
})
