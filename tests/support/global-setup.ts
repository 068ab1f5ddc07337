import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isAlive } from '#server/demo/postgres/process-alive.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import { migrate } from '#server/infra/migrate.ts'
import { databaseUrl, SERVER_VARIABLE, TEMPLATE } from './database.ts'

const PREFIX = 'ground-school-shop-tests-'

/** One PostgreSQL for the whole run, whichever projects ask for it, with a migrated template that test files clone. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SERVER_VARIABLE]) return undefined
  await clearFormerRuns()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const server = await startPostgres(folder, { isTemporary: true })
  process.env[SERVER_VARIABLE] = server.url
  await makeTemplate()
  return async () => {
    delete process.env[SERVER_VARIABLE]
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl('postgres') })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await migrate(databaseUrl(TEMPLATE), 'prisma/migrations')
  await admin.end()
}

/** A run that was killed leaves its server and files: both are cleared by the next. */
async function clearFormerRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (
      name.startsWith(PREFIX) &&
      isOurs(folder) &&
      !isAlive(Number.parseInt(name.slice(PREFIX.length), 10))
    ) {
      await clear(folder).catch(() => undefined) // two runs at once clear the same: one of them does
    }
  }
}

function isOurs(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

async function clear(folder: string): Promise<void> {
  const server = await startPostgres(folder, { isTemporary: true }) // which stops the one left behind
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
