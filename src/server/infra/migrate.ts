import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Clock, systemClock } from './clock.ts'
import { databaseError } from './database-error.ts'
import { StartError } from './start-error.ts'

/** The advisory lock of `prisma migrate deploy`: sharing it keeps the two from running together. */
const PRISMA_LOCK = 72_707_369
/** Another process may be in the middle of a long migration. */
const LOCK_WAIT_MS = 10 * 60_000

/** Prisma's own table, column for column, so that its tools read the same history. */
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`

export type Migration = { name: string; sql: string; checksum: string }
type Applied = { migration_name: string; checksum: string; finished_at: Date | null }
type Options = { clock?: Clock; isWanted?: (name: string) => boolean; lockWaitMs?: number }

/**
 * Applies what is missing of a folder in Prisma's format, each migration in a transaction of its own, and returns their names.
 * `isWanted` leaves some for later. Two processes at once apply each once. Throws `StartError` where the database cannot be
 * reached, its history differs, or the lock is not to be had in time.
 */
export async function migrate(
  url: string,
  folder: string,
  { clock = systemClock, isWanted = () => true, lockWaitMs = LOCK_WAIT_MS }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const db = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await db.connect()
  } catch (cause) {
    throw databaseError(url, cause)
  }
  try {
    await takeLock(db, url, lockWaitMs)
    if (!(await hasHistory(db))) await db.query(HISTORY)
    const missing = findMissing(migrations, await readHistory(db)).filter(({ name }) => isWanted(name))
    for (const migration of missing) await apply(db, migration, clock)
    return missing.map((migration) => migration.name)
  } finally {
    await db.end()
  }
}

/** Released with the connection. A database that is silent meanwhile counts as one that does not give it. */
async function takeLock(db: pg.Client, url: string, waitMs: number): Promise<void> {
  const question = { text: 'select pg_advisory_lock($1)', values: [PRISMA_LOCK], query_timeout: waitMs }
  try {
    await db.query(question)
  } catch (cause) {
    if (!(cause instanceof Error && cause.message === 'Query read timeout')) throw databaseError(url, cause)
    const waited = `The lock of the migrations could not be had within ${waitMs / 1_000} s: another process migrates, or the database is silent.`
    throw new StartError(waited, { cause })
  }
}

/** Checked first: a role that owns nothing may not even create what exists already. */
async function hasHistory(db: pg.Client): Promise<boolean> {
  const { rows } = await db.query("select to_regclass('_prisma_migrations') is not null as found")
  return rows[0]?.found === true
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readHistory(db: pg.Client): Promise<Map<string, Applied>> {
  const { rows } = await db.query<Applied>(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function findMissing(migrations: Migration[], history: Map<string, Applied>): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name))
  for (const name of history.keys()) {
    if (!known.has(name)) {
      throw new StartError(
        `The database has the migration ${name}, which this version of the shop does not know.`,
      )
    }
  }
  return migrations.filter(({ name, checksum }) => {
    const applied = history.get(name)
    if (!applied) return true
    if (!applied.finished_at)
      throw new StartError(`The migration ${name} was started elsewhere and never finished.`)
    if (applied.checksum !== checksum)
      throw new StartError(`The migration ${name} was edited after it was applied.`)
    return false
  })
}

/** One call of the simple protocol runs a file of many statements; its row is written in the same transaction. */
async function apply(db: pg.Client, { name, sql, checksum }: Migration, clock: Clock): Promise<void> {
  const startedAt = clock.now()
  await db.query('begin')
  try {
    await db.query(sql)
    await db.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, $4, $5, 1)`,
      [randomUUID(), checksum, name, startedAt, clock.now()],
    )
    await db.query('commit')
  } catch (cause) {
    await db.query('rollback')
    const reason = cause instanceof Error ? cause.message : 'no reason was given'
    throw new StartError(`The migration ${name} failed and was undone: ${reason}`, { cause })
  }
}
