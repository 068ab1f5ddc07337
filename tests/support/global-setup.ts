import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { isAlive } from '#server/demo/postgres/process-alive.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import { migrate } from '#server/infra/migrate.ts'
import { databaseUrl, SERVER_VARIABLE, TEMPLATE } from './database.ts'

const PREFIX = 'ground-school-shop-tests-'
const MEMORY = '/dev/shm'
/** A whole run writes less than half of it. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * One PostgreSQL for the whole run, whichever projects ask for it, with a migrated template that test files clone. All
 * temporary files of the run go where it is: in memory where there is enough, as cloning makes hundreds of files.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[SERVER_VARIABLE]) return undefined
  const place = hasMemory() ? MEMORY : tmpdir()
  await clearFormerRuns(place)
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`))
  const server = await startPostgres(folder, { isTemporary: true })
  process.env[SERVER_VARIABLE] = server.url
  const { TMPDIR } = process.env
  mkdirSync(join(folder, 'tmp'))
  process.env.TMPDIR = join(folder, 'tmp')
  await makeTemplate()
  return async () => {
    delete process.env[SERVER_VARIABLE]
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
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

function hasMemory(): boolean {
  if (process.platform !== 'linux' || freemem() < ENOUGH_BYTES) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** A run that was killed leaves its server and files: both are cleared by the next. */
async function clearFormerRuns(place: string): Promise<void> {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
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
