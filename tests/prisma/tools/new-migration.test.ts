import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readMigrations } from '#server/infra/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/database.ts'
import { writeMigration } from '../../../prisma/tools/new-migration.ts'

const FAR_PAST = new Date('2020-01-01T00:00:00Z')
const FAR_FUTURE = new Date('2099-12-31T23:59:58Z')

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'new-migration-'))
  await cp('prisma/migrations', join(folder, 'migrations'), { recursive: true })
  await cp('prisma/schema.prisma', join(folder, 'schema.prisma'))
  return () => rm(folder, { recursive: true })
})

const write = (now: Date, name = 'nick_names') =>
  writeMigration({ name, databaseUrl: database.url, folder, now })

async function changeSchema() {
  const file = join(folder, 'schema.prisma')
  const schema = await readFile(file, 'utf8')
  await writeFile(file, schema.replace('  stampedAt DateTime', '  nickName String?\n  stampedAt DateTime'))
}

it('is written in plain SQL, behind the last one also where that has a later date', async () => {
  const names = (await readMigrations(join(folder, 'migrations'))).map(({ name }) => name)
  await changeSchema()
  const file = (await write(FAR_PAST)) ?? ''
  expect(await readFile(file, 'utf8')).toMatch(
    /^-- AlterTable\nALTER TABLE ".+" ADD COLUMN +"nickName" TEXT;\n$/,
  )
  const added = basename(dirname(file))
  expect(added).toMatch(/^\d{14}_nick_names$/)
  expect([...names, added].sort().at(-1)).toBe(added)
})

it('is dated by the day it is written on', async () => {
  await changeSchema()
  expect(await write(FAR_FUTURE)).toBe(join(folder, 'migrations/20991231235958_nick_names/migration.sql'))
})

it('is not written where schema and migrations agree, nor under a name that would not sort', async () => {
  expect(await write(FAR_FUTURE)).toBeNull()
  await changeSchema()
  for (const name of ['', 'Nick names', '../out', 'nick__names']) {
    await expect(write(FAR_FUTURE, name)).rejects.toThrow('lower-case words')
  }
})
