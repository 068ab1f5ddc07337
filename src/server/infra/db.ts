import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import type { Log } from './log.ts'
import { PrismaClient } from './prisma/client.ts'
import { WatchedPool } from './watched-pool.ts'

/** Beyond this many different texts a statement is sent unnamed: lists of varying length must not fill the server's memory. */
const NAMED_STATEMENTS = 500

/**
 * Prisma's query compiler is WebAssembly, and it compiles a statement once: optimising it in the background cost 1.1 s of
 * CPU at start and 80 MiB that stayed, and statements took as long afterwards.
 */
setFlagsFromString('--wasm-tiering-budget=1000000000')

/**
 * By the server, where the database is well and a statement is not; by this side, where a single connection has gone silent.
 * Many proxies wait a minute for the shop. A transaction needs 15 s more: it asks for its end behind the query, over the same connection.
 */
const TIMEOUTS = { statement_timeout: 35_000, lock_timeout: 15_000, query_timeout: 40_000 }

export type Database = { prisma: PrismaClient; pool: pg.Pool; close(): Promise<void> }

/**
 * One pool of connections for Prisma and for hot SQL alike. Transactions are READ COMMITTED unless they say otherwise.
 * `allowSlowStatements`: for commands whose statements may last. No connection is opened until the first query; a connection that breaks while idle is replaced and logged.
 */
export function openDatabase(
  url: string,
  log?: Log,
  { allowSlowStatements = false }: { allowSlowStatements?: boolean } = {},
): Database {
  const pool = new WatchedPool(
    {
      connectionString: url,
      max: 15,
      // Here and not in each transaction, where it is a statement of its own.
      options: '-c default_transaction_isolation=read\\ committed',
      connectionTimeoutMillis: 4_000,
      ...(allowSlowStatements ? {} : TIMEOUTS),
      idle_in_transaction_session_timeout: 60_000,
    },
    log,
  )
  pool.on('error', (error) => log?.warn({ err: error }, 'An idle database connection broke'))
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: nameStatements() }),
    transactionOptions: { maxWait: 5_000, timeout: 15_000 },
    errorFormat: 'minimal',
  })
  async function close(): Promise<void> {
    await prisma.$disconnect()
    await pool.end()
  }
  return { prisma, pool, close }
}

/** Gives each statement text a name, so that PostgreSQL parses and plans it once per connection. */
function nameStatements(): (query: { sql: string }) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known) return known
    if (names.size >= NAMED_STATEMENTS) return ''
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 22)
    names.set(sql, name)
    return name
  }
}
