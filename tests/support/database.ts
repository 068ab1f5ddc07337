import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { PrismaClient } from '#server/infra/prisma/client.ts'

/** Where the run's server is: set by global-setup.ts, inherited by every worker. */
export const SERVER_VARIABLE = 'TEST_DATABASE_SERVER'

export const TEMPLATE = 'shop_template'

export type TestDatabase = { url: string; drop(): Promise<void> }

/** A database of its own for one test file: migrated, empty, cloned from the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  return { url: databaseUrl(name), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

/** A database with nothing in it, not even the migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `empty_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template template0`)
  return { url: databaseUrl(name), drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

type Table = 'Referer' | 'Student' | 'BankFile' | 'OutboxMessage' | 'Document'

/** Empties tables and those that refer to them, the ledger and documents too: their triggers refuse every other caller. */
export async function emptyTables(db: PrismaClient, ...tables: readonly Table[]): Promise<void> {
  await db.$transaction([
    db.$executeRaw`set local session_replication_role = replica`,
    db.$executeRawUnsafe(`truncate ${tables.map((table) => `"${table}"`).join(', ')} cascade`),
  ])
}

/** The address of a database of that name on the run's server. */
export function databaseUrl(name: string): string {
  const server = process.env[SERVER_VARIABLE]
  if (!server) throw new Error('No database server: add tests/support/global-setup.ts to this vitest project')
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
