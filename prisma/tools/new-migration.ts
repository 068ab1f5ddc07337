import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '#server/infra/migrate.ts'
import { sqlToReach } from './schema-difference.ts'

type Options = {
  /** Words joined by underscores, after the date in the folder's name. */
  name: string
  /** An empty database, which is brought to the last migration. */
  databaseUrl: string
  /** With `schema.prisma` and `migrations`. */
  folder: string
  now: Date
}

/**
 * Writes what `schema.prisma` says beyond the migrations as the next of them, and returns its file; null where they agree. Checks,
 * triggers and partial indexes are beyond Prisma's language: they are added by hand.
 */
export async function writeMigration({ name, databaseUrl, folder, now }: Options): Promise<string | null> {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))
    throw new Error(`A migration is called by lower-case words joined by underscores, not "${name}"`)
  const migrations = join(folder, 'migrations')
  await migrate(databaseUrl, migrations)
  const sql = await sqlToReach(await readFile(join(folder, 'schema.prisma'), 'utf8'), databaseUrl)
  if (sql === '') return null
  const place = join(migrations, `${nextDate(await readdir(migrations), now)}_${name}`)
  await mkdir(place)
  const file = join(place, 'migration.sql')
  await writeFile(file, `${sql}\n`)
  return file
}

/** Now, in fourteen digits; one more than the last migration's where that is later, so that the new one sorts behind it. */
function nextDate(names: readonly string[], now: Date): string {
  const last = Math.max(...names.map((name) => Number(/^\d{14}/.exec(name)?.[0] ?? 0)))
  const today = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14))
  return String(Math.max(today, last + 1))
}
