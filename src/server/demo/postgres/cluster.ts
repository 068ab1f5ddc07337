import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '#server/infra/start-error.ts'
import type { Place } from './operating-user.ts'
import { isAlive } from './process-alive.ts'

/** A database cluster on disk and the password of its one user. */
export type Cluster = { folder: string; password: string; logFile: string }

export const DATABASE_USER = 'shop'

/** Opens the cluster in `place.home`, making it first where there is none. Two processes at once make one. */
export function openCluster(place: Place, isTemporary: boolean): Cluster {
  removeDrafts(place.home)
  if (!existsSync(place.home)) makeCluster(place, isTemporary)
  if (statSync(place.home).uid === 0) place.own(place.home) // copied here by root: PostgreSQL wants to own its files
  return {
    folder: join(place.home, 'cluster'),
    password: readFileSync(join(place.home, 'password'), 'utf8').trim(),
    logFile: join(place.home, 'server.log'),
  }
}

/** Made under another name and renamed when whole, password included: initdb may be killed half way. */
function makeCluster(place: Place, isTemporary: boolean): void {
  const draft = `${place.home}.draft-${process.pid}`
  const password = join(draft, 'password')
  mkdirSync(join(draft, 'cluster'), { recursive: true, mode: 0o700 })
  writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  place.own(draft)
  initialise(place, { folder: join(draft, 'cluster'), password, isTemporary })
  try {
    renameSync(draft, place.home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(place.home)) throw error // else another process was first, and its cluster serves as well
  }
}

type Initialise = { folder: string; password: string; isTemporary: boolean }

function initialise(place: Place, { folder, password, isTemporary }: Initialise): void {
  const { file, args, ...user } = place.command(place.binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin', // the same order and lower() on every platform
    '--builtin-locale=C.UTF-8',
    // Its password is random: more rounds are 8 ms of each connection.
    ...(isTemporary ? ['--no-sync', '--set=scram_iterations=1'] : []),
  ])
  const { status, stderr, error } = spawnSync(file, args, {
    ...user,
    cwd: '/',
    env: { LANG: 'C' },
    encoding: 'utf8',
  })
  if (status === 0) return
  const reason = error?.message ?? stderr.trim().split('\n').at(0) ?? ''
  throw new StartError(
    `The PostgreSQL that npm carries could not make its files in ${folder}: ${reason} Set DATABASE_URL to use one of your own.`,
  )
}

/** Drafts of processes that were killed. */
function removeDrafts(home: string): void {
  const start = `${basename(home)}.draft-`
  for (const name of readdirSync(dirname(home))) {
    if (!name.startsWith(start) || isAlive(Number(name.slice(start.length)))) continue
    rmSync(join(dirname(home), name), { recursive: true, force: true })
  }
}
