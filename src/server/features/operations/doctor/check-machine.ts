import { statfs } from 'node:fs/promises'
import type { Deps } from '#server/deps.ts'
import { findLastBackup } from '#server/features/operations/backup/nightly-backup.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { BACKUP_HOURS } from '#shared/operations/monitored-parts.ts'
import { findRunAges } from '../heartbeats.ts'
import { bad, type Finding, good, reasonOf, warning } from './finding.ts'

const GIB = 1024 ** 3
const DISK_WARNING = 5 * GIB
const DISK_BAD = GIB
/** Every job runs at least once an hour; a worker says that it lives every few seconds. */
const JOB_SECONDS = 2 * 3_600
const WORKER_SECONDS = 120

export async function checkDisk(name: string, folder: string): Promise<Finding> {
  const check = `disk of ${name}`
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const found = `${(free / GIB).toFixed(1)} GiB are free in ${folder}`
    const remedy = 'Make room, or move the folder to a larger disk.'
    if (free < DISK_BAD) return bad(check, found, remedy)
    return free < DISK_WARNING ? warning(check, found, remedy) : good(check, found)
  } catch (error) {
    return bad(check, `${folder} cannot be read: ${reasonOf(error)}`, `Make the folder, or check ${name}.`)
  }
}

/** Whether a worker lives and each scheduled job succeeded lately. */
export async function checkSchedules(deps: Pick<Deps, 'pool' | 'clock'>): Promise<Finding[]> {
  const { workers, jobs } = await findRunAges(deps)
  const late = Object.entries(jobs).filter(([, seconds]) => seconds > JOB_SECONDS)
  const remedy = 'Start the shop, or npm run worker where WORKERS is off.'
  return [
    workers === null || workers > WORKER_SECONDS
      ? bad('workers', workers === null ? 'None ever ran' : `None has lived for ${ageOf(workers)}`, remedy)
      : good('workers', 'One is alive'),
    late.length > 0
      ? bad(
          'scheduled jobs',
          late.map(([name, seconds]) => `${name} last succeeded ${ageOf(seconds)} ago`).join(', '),
          'See under Operations why they fail.',
        )
      : good('scheduled jobs', `${Object.keys(jobs).length} have run`),
  ]
}

function ageOf(seconds: number): string {
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`
}

export async function checkBackups(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<Finding> {
  const last = await findLastBackup(deps)
  const limit = addHours(deps.clock.now(), -BACKUP_HOURS)
  const found = last ? `The last good one is of ${last.startedAt.toISOString()}` : 'None was ever made'
  if (deps.config.backup.dir === null)
    return warning('backups', found, 'Set BACKUP_DIR, or use a tool of your provider: docs/backups.md.')
  if (!last || last.startedAt <= limit)
    return bad('backups', found, 'Run npm run backup, and see why it fails.')
  return deps.config.isSet.has('BACKUP_KEY')
    ? good('backups', found)
    : warning(
        'backups',
        `${found}, and its key is on this machine alone`,
        'Set BACKUP_KEY, and keep a copy elsewhere.',
      )
}
