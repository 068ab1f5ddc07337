import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { isOnHold } from '#server/features/mail/hold.ts'
import { newId } from '#server/infra/ids.ts'
import { StartError } from '#server/infra/start-error.ts'
import { addDays } from '#shared/calendar/durations.ts'
import type { BackupRunOutput, BackupsOutput } from '#shared/schemas/operations.ts'
import { backupTime } from './backup-format.ts'
import { drillBackup } from './drill.ts'
import type { LoadedBackup } from './load-backup.ts'
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts'
import { findOutdated } from './retention.ts'

export type RunDeps = BackupDeps & Pick<Deps, 'db' | 'log'>

/** The nightly backup begins at this hour, UTC, or as soon afterwards as a worker runs. */
const HOUR = 2
const DRILL_EVERY_DAYS = 7
const ERROR_LENGTH = 500
/** Backups may go to a disk or machine of their own. */
const NO_ROOM = 'There is no room left in the folder of backups.'

/** Makes a backup and records how it went. */
export function runBackup(deps: RunDeps, target: { folder: string; hasMedia: boolean }): Promise<MadeBackup> {
  return record(
    deps,
    'backup',
    null,
    () => makeBackup(deps, target),
    ({ path, bytes, contents }) => ({
      fileName: basename(path),
      bytes,
      rows: countRows(contents),
    }),
  )
}

/** Restores a backup into a scratch database, compares it, and records how it went. */
export function runDrill(
  deps: RunDeps,
  { path, serverUrl }: { path: string; serverUrl: string },
): Promise<LoadedBackup> {
  return record(
    deps,
    'drill',
    basename(path),
    () => drillBackup(deps, { path, serverUrl }),
    ({ contents }) => ({
      rows: countRows(contents),
    }),
  )
}

function countRows({ tables }: MadeBackup['contents']): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
}

async function record<T>(
  { db, clock }: RunDeps,
  kind: 'backup' | 'drill',
  fileName: string | null,
  work: () => Promise<T>,
  detailsOf: (result: T) => { fileName?: string; bytes?: number; rows: number },
): Promise<T> {
  const startedAt = clock.now()
  const { id } = await db.backupRun.create({
    data: { id: newId(startedAt), kind, startedAt, fileName },
    select: { id: true },
  })
  const finish = (data: object) =>
    db.backupRun.update({ where: { id }, data: { finishedAt: clock.now(), ...data } })
  try {
    const result = await work()
    await finish(detailsOf(result))
    return result
  } catch (error) {
    await finish({ error: reasonOf(error).slice(0, ERROR_LENGTH) })
    throw error
  }
}

/** What Operations shows to a person. */
function reasonOf(error: unknown): string {
  if (isDiskFull(error)) return NO_ROOM
  return error instanceof Error ? error.message : String(error)
}

/** Whether no backup was begun since the last time the clock struck two. */
export function isBackupDue(last: Date | null, now: Date): boolean {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR))
  const due = today <= now ? today : addDays(today, -1)
  return last === null || last < due
}

/**
 * The nightly backup, where BACKUP_DIR says so: a backup that is due, then the old ones go, then a drill where the last good one
 * is a week old. Called every hour; one process at a time does it.
 */
export async function backUpNightly(deps: RunDeps): Promise<void> {
  const { dir, hasMedia } = deps.config.backup
  if (dir === null) return
  await whileLocked(deps, async () => {
    const last = await findLastRun(deps, 'backup', {})
    if (!isBackupDue(last?.startedAt ?? null, deps.clock.now())) return
    const { path } = await runBackup(deps, { folder: dir, hasMedia })
    for (const name of findOutdated(await readdir(dir))) await rm(join(dir, name), { force: true })
    const drilled = await findLastRun(deps, 'drill', GOOD)
    if (drilled && drilled.startedAt > addDays(deps.clock.now(), -DRILL_EVERY_DAYS)) return
    await runDrill(deps, { path, serverUrl: serverUrlOf(deps) })
  })
}

const GOOD = { finishedAt: { not: null }, error: null } as const

/** The last good backup; before there is one, the first try. */
export async function findLastBackup({ db }: Pick<Deps, 'db'>): Promise<{ startedAt: Date } | null> {
  const good = await findLastRun({ db }, 'backup', GOOD)
  return good ?? db.backupRun.findFirst({ where: { kind: 'backup' }, orderBy: { startedAt: 'asc' } })
}

/** What Operations shows: the last of each kind and whether any is made by itself. */
export async function findBackups({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<BackupsOutput> {
  const [backup, drill, isHeld] = await Promise.all([
    findLastRun({ db }, 'backup', {}),
    findLastRun({ db }, 'drill', {}),
    isOnHold(db),
  ])
  return {
    isNightly: config.backup.dir !== null,
    hasOwnKey: config.isSet.has('BACKUP_KEY'),
    isOnHold: isHeld,
    backup: backup && presentRun(backup),
    drill: drill && presentRun(drill),
  }
}

function presentRun({ startedAt, finishedAt, error, ...run }: NonNullable<Run>): BackupRunOutput {
  const state = finishedAt === null ? 'running' : error === null ? 'good' : 'failed'
  return {
    ...run,
    state,
    reason: error,
    startedAt: startedAt.toISOString(),
    seconds: finishedAt && Math.round((finishedAt.getTime() - startedAt.getTime()) / 1000),
  }
}

type Run = Awaited<ReturnType<typeof findLastRun>>

function findLastRun({ db }: Pick<Deps, 'db'>, kind: 'backup' | 'drill', where: Partial<typeof GOOD>) {
  return db.backupRun.findFirst({
    where: { kind, ...where },
    orderBy: { startedAt: 'desc' },
    select: { startedAt: true, finishedAt: true, fileName: true, bytes: true, rows: true, error: true },
  })
}

/** The newest backup in a folder. Throws StartError where there is none. */
export async function findNewestBackup(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => [])
  const newest = names
    .filter((name) => backupTime(name))
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new StartError(`There is no backup in ${folder}.`)
  return join(folder, newest)
}

/** The server of the shop's own database, which may be the embedded one. */
function serverUrlOf({ pool }: RunDeps): string {
  const url = pool.options.connectionString
  if (url === undefined) throw new Error('The database has no address')
  return url
}

/** One number for all processes; a lock ends with its connection. */
const LOCK = 20_261_125

async function whileLocked({ pool }: RunDeps, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [LOCK])
    if (!rows[0]?.locked) return
    try {
      await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK])
    }
  } finally {
    client.release()
  }
}

/** Lets a restored shop send mail and pay again. What waits since before the backup still waits for an admin. */
export async function releaseShop(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { adminId }: { adminId: string | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.installation.updateMany({
      where: { id: 1, heldAt: { not: null } },
      data: { heldAt: null },
    })
    if (count === 1)
      await recordAudit(
        tx,
        { clock },
        {
          actor: adminId === null ? { kind: 'terminal' } : { kind: 'admin', id: adminId },
          action: 'shop.released',
          subject: { kind: 'shop', id: 'shop' },
          details: {},
        },
      )
  })
}
