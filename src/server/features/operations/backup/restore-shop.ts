import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { StartError } from '#server/infra/start-error.ts'
import type { MediaEntry } from './backup-format.ts'
import { type LoadedBackup, loadBackup } from './load-backup.ts'
import { KEPT_FILES } from './make-backup.ts'

export type RestoreDeps = Pick<Deps, 'clock' | 'config' | 'mediaWriter'>

/**
 * Makes an empty shop the one of a backup: database, media files and what it kept in DATA_DIR. It is on hold afterwards
 * (requirements §11), everybody is signed out, and what was waiting to be sent waits for an admin.
 *
 * @throws StartError where the database is not empty, or the backup is not whole
 */
export async function restoreShop(
  deps: RestoreDeps,
  { path, databaseUrl }: { path: string; databaseUrl: string },
): Promise<LoadedBackup> {
  await checkEmpty(databaseUrl)
  const { dataDir, backup } = deps.config
  return loadBackup(deps, {
    path,
    keys: backup.keys,
    databaseUrl,
    async onKeptFile(name, bytes) {
      if (!KEPT_FILES.includes(name))
        throw new StartError(`The backup has a file of an unknown name, ${name}.`)
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await writeFile(join(dataDir, name), bytes, { mode: 0o600 })
    },
    onMedia: (file, pieces) => writeMedia(deps, file, pieces),
    onLoaded: (db) => hold(db, deps.clock.now()),
  })
}

/** A restore never overwrites a shop. The caller removes the old one first. */
async function checkEmpty(databaseUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await db.connect()
  try {
    const { rows: tables } = await db.query(`select to_regclass('"Student"') is not null as found`)
    if (!tables[0]?.found) return
    const { rows } = await db.query(
      `select exists (select from "Student") or exists (select from "Order") or exists (select from "Referer")
         or exists (select from "Admin") as found`,
    )
    if (rows[0]?.found)
      throw new StartError(
        'There is a shop in this database. A restore wants an empty one: another DATABASE_URL or DATA_DIR.',
      )
  } finally {
    await db.end()
  }
}

async function writeMedia(
  { mediaWriter }: RestoreDeps,
  { key, contentType, sha256, bytes }: MediaEntry,
  pieces: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const id = randomBytes(16).toString('hex')
  const draft = join(mediaWriter.folder, id)
  await mkdir(mediaWriter.folder, { recursive: true, mode: 0o700 })
  try {
    await pipeline(Readable.from(pieces), createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
    if ((await mediaWriter.digest(id)) !== sha256)
      throw new StartError(`The media file ${key} is not as it was in the shop.`)
    await mediaWriter.publish(id, { key, contentType, sha256, bytes })
  } finally {
    await rm(draft, { force: true })
  }
}

const SENT_SINCE = 'The shop was restored from a backup, and this may have been sent since.'

/**
 * What happened after the backup is not known here: waiting mail may have been sent, sessions and links may have been
 * revoked or used.
 */
async function hold(db: pg.ClientBase, now: Date): Promise<void> {
  await db.query(`update "Installation" set "heldAt" = $1`, [now])
  await db.query(`update "Session" set "revokedAt" = $1 where "revokedAt" is null`, [now])
  await db.query(`update "OneTimeToken" set "usedAt" = $1 where "usedAt" is null`, [now])
  await db.query(`update "AdminChallenge" set "usedAt" = $1 where "usedAt" is null`, [now])
  await db.query(`delete from "LinkRequest"`)
  await db.query(
    `update "OutboxMessage" set status = 'unknown', "lastError" = $1, "secretsSealed" = null
     where status in ('queued', 'sending')`,
    [SENT_SINCE],
  )
  await db.query(
    `update "Campaign" set status = 'paused', "pauseReason" = $1, "runnerId" = null, "runnerUntil" = null
     where status = 'sending'`,
    [SENT_SINCE],
  )
}
