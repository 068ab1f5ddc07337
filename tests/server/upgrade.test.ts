import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { recordStatements, runRelease } from './upgrade-requests.ts'

/**
 * What the last release sends: written from its own code, when it is made, by
 * `RECORD_RELEASE=1 npx vitest run --project server tests/server/upgrade.test.ts`. Before the first release: from time to time.
 */
const FILE = 'tests/server/last-release.json'

let database: TestDatabase
let client: pg.Client
let statements: string[]
beforeAll(async () => {
  if (process.env.RECORD_RELEASE === '1') {
    const app = await createTestApp()
    const recorded = await recordStatements(() => runRelease(app))
    writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`)
    await app.close()
  }
  statements = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : []
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}, 120_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Statements that this schema, after a change, does not take, with PostgreSQL's reason. */
async function findRefused(texts: readonly string[], change = ''): Promise<string[]> {
  const refused: string[] = []
  await client.query(`begin; ${change}`)
  for (const text of texts) {
    await client.query('savepoint before')
    try {
      await client.query(`prepare tried as ${text}`)
      await client.query('deallocate tried')
    } catch (error) {
      refused.push(`${error instanceof Error ? error.message : String(error)}: ${text}`)
    }
    await client.query('rollback to before')
  }
  await client.query('rollback')
  return refused
}

/** Columns that must have a value and that an insert of the release before does not give. */
async function findRequired(texts: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
  )
  return texts.flatMap((text) => {
    const [, table = '', given = ''] =
      /^insert into (?:"public"\.)?"(\w+)"(?: as \w+)?\s*\(([^)]*)\)/i.exec(text) ?? []
    const names = new Set(given.split(',').map((name) => name.replaceAll(/"|\s/g, '')))
    return rows
      .filter((row) => row.table === table && !names.has(row.column))
      .map(({ column }) => `${table}.${column} is required, and the release before does not write it`)
  })
}

describe('the release before, beside this schema', () => {
  it('can send every statement that it was recorded with', async () => {
    expect(statements.length).toBeGreaterThan(100)
    expect(await findRefused(statements), 'Drop and rename one release later: docs/operations.md.').toEqual(
      [],
    )
  })

  it('gives a value to every column that must have one', async () => {
    expect(
      await findRequired(statements),
      'A new column is nullable or has a default: docs/operations.md.',
    ).toEqual([])
  })
})

describe('the comparison itself', () => {
  it.each([
    ['a dropped column', 'alter table "Video" drop column "title" cascade', /title.* does not exist/],
    ['a renamed table', 'alter table "Student" rename to "Pupil"', /Student.* does not exist/],
    ['a dropped table', 'drop table "LinkRequest" cascade', /LinkRequest.* does not exist/],
  ])('sees %s', async (_what, change, reason) => {
    expect((await findRefused(statements, change)).join('\n')).toMatch(reason)
  })

  it('sees a column that must have a value', async () => {
    await client.query('alter table "OutboxMessage" add column "added" text not null')
    expect(await findRequired(statements)).toContain(
      'OutboxMessage.added is required, and the release before does not write it',
    )
    await client.query('alter table "OutboxMessage" drop column "added"')
  })
})
