import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { sqlToReach } from '../../prisma/tools/schema-difference.ts'

let database: TestDatabase
let schema: string
beforeAll(async () => {
  database = await createTestDatabase()
  schema = await readFile('prisma/schema.prisma', 'utf8')
})
afterAll(() => database.drop())

describe('the migrations', () => {
  it('lead to what schema.prisma says', async () => {
    expect(
      await sqlToReach(schema, database.url),
      'Write this as a new migration, or take the change out of schema.prisma.',
    ).toBe('')
  })
})

describe('the comparison itself', () => {
  it.each([
    [
      'a column',
      (text: string) => text.replace('  stampedAt DateTime', '  extra String?\n  stampedAt DateTime'),
      /ADD COLUMN/,
    ],
    ['a type', (text: string) => text.replace('  kind      String', '  kind      Int'), /kind/],
    ['an index', (text: string) => text.replace('@@index([studentId, createdAt])', ''), /DROP INDEX/],
    ['a table', (text: string) => `${text}\nmodel Added {\n  id Int @id\n}\n`, /CREATE TABLE "Added"/],
  ])('sees %s that only one of them has', async (_what, change, expected) => {
    const changed = change(schema)
    expect(changed).not.toBe(schema)
    expect(await sqlToReach(changed, database.url)).toMatch(expected)
  })
})
