import { join } from 'node:path'
import type pg from 'pg'
import type { Clock } from '#server/infra/clock.ts'
import { readMigrations } from '#server/infra/migrate.ts'
import { projectRoot } from '#server/infra/root.ts'
import { bad, distanceMs, type Finding, good, reasonOf, warning } from './finding.ts'

const OLDEST_VERSION = 15
const SLOW_MS = 50
/** The pools of one web process with workers: 15 + 4 + 10, and one to look with. */
const CONNECTIONS = 30
const CLOCK_WARNING_MS = 2_000
const CLOCK_BAD_MS = 30_000

/** Whether PostgreSQL answers, is recent, near, has room for the shop's connections, its schema and its clock. */
export async function checkDatabase(pool: pg.Pool, clock: Clock): Promise<Finding[]> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const remedy = 'Start PostgreSQL, and check the host, user and password of DATABASE_URL.'
    return [bad('database', `PostgreSQL does not answer: ${reasonOf(error)}`, remedy)]
  }
  const took = await distanceMs(() => pool.query('select 1'))
  const { rows } = await pool.query<{ version: number; connections: number; now: Date }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       current_setting('max_connections')::int as connections, clock_timestamp() as now`,
  )
  const [server] = rows
  if (!server) throw new Error('PostgreSQL answered without a row')
  return [
    server.version < OLDEST_VERSION
      ? bad(
          'database version',
          `PostgreSQL ${server.version}`,
          `Upgrade to PostgreSQL ${OLDEST_VERSION} or newer.`,
        )
      : good('database version', `PostgreSQL ${server.version}`),
    took > SLOW_MS
      ? warning(
          'database latency',
          `${took.toFixed(0)} ms for nothing`,
          'Move the shop and its database together.',
        )
      : good('database latency', `${took.toFixed(1)} ms`),
    server.connections < CONNECTIONS
      ? bad(
          'database connections',
          `max_connections is ${server.connections}`,
          `Set it to ${CONNECTIONS} for each process, or more.`,
        )
      : good('database connections', `max_connections is ${server.connections}`),
    describeClock(Math.abs(server.now.getTime() - clock.now().getTime())),
    await checkMigrations(pool),
  ]
}

function describeClock(differenceMs: number): Finding {
  const found = `${(differenceMs / 1_000).toFixed(1)} s between this machine and PostgreSQL`
  const remedy = 'Let both take their time from NTP: codes, links and quarters depend on it.'
  if (differenceMs > CLOCK_BAD_MS) return bad('clock', found, remedy)
  return differenceMs > CLOCK_WARNING_MS ? warning('clock', found, remedy) : good('clock', found)
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  const wanted = await readMigrations(join(projectRoot, 'prisma/migrations'))
  const { rows } = await pool.query<{ name: string; checksum: string; isFinished: boolean }>(
    `select migration_name as name, checksum, finished_at is not null as "isFinished"
     from _prisma_migrations where rolled_back_at is null`,
  )
  const applied = new Map(rows.map((row) => [row.name, row]))
  const unknown = rows.filter(({ name }) => !wanted.some((one) => one.name === name))
  const changed = wanted.filter(({ name, checksum }) => {
    const row = applied.get(name)
    return row && (row.checksum !== checksum || !row.isFinished)
  })
  const missing = wanted.filter(({ name }) => !applied.has(name))
  const [broken] = [...unknown, ...changed]
  if (broken) {
    const remedy = 'Run the version of the shop that the database belongs to, or restore a backup.'
    return bad('migrations', `${broken.name} is unknown, was edited or was never finished`, remedy)
  }
  return missing.length > 0
    ? warning(
        'migrations',
        `${missing.length} are not applied yet`,
        'Start the shop, or run npx prisma migrate deploy.',
      )
    : good('migrations', `${wanted.length} are applied`)
}
