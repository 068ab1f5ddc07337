import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import type { Deps } from '#server/deps.ts'
import { isUploadedKey } from '#server/infra/media-writer.ts'
import { StartError } from '#server/infra/start-error.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import {
  type BackupContents,
  type BackupHeader,
  backupName,
  CONTENTS_ENTRY,
  HEADER_ENTRY,
  type MediaEntry,
  newHeader,
} from './backup-format.ts'
import { readBooks, readDocuments } from './books.ts'
import { fixTextFormats, listTables, readTable } from './table-rows.ts'

export type BackupDeps = Pick<Deps, 'pool' | 'media' | 'clock' | 'config'>

/** What an installation keeps in DATA_DIR that no other place has: secrets it made for itself, and the sandbox's payments. */
export const KEPT_FILES = ['session-secret', 'data-key', 'stripe-webhook-secret', 'stripe-sandbox.jsonl']

export type MadeBackup = { path: string; bytes: number; header: BackupHeader; contents: BackupContents }

/**
 * Writes one encrypted backup into `folder`, under its final name once it is whole and on the disk. The database is read
 * in one snapshot, so the shop may be running.
 *
 * @throws StartError where a media file that the catalog names is missing or has another length
 */
export async function makeBackup(
  deps: BackupDeps,
  { folder, hasMedia }: { folder: string; hasMedia: boolean },
): Promise<MadeBackup> {
  const [key] = deps.config.backup.keys
  if (key === undefined) throw new Error('There is always a backup key')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const createdAt = deps.clock.now()
  const path = join(folder, backupName(createdAt))
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const made: Pick<MadeBackup, 'header' | 'contents'>[] = []
  try {
    const bytes = await writeArchive(key, async (archive) => {
      made.push(await writeParts(deps, archive, { createdAt, hasMedia }))
    })
    const file = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
    await pipeline(Readable.from(bytes), file)
    await rename(draft, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const [written] = made
  if (!written) throw new Error('The backup ended without its contents')
  return { path, bytes: (await stat(path)).size, ...written }
}

async function writeParts(
  deps: BackupDeps,
  archive: ArchiveWriter,
  { createdAt, hasMedia }: { createdAt: Date; hasMedia: boolean },
): Promise<Pick<MadeBackup, 'header' | 'contents'>> {
  const { dataDir } = deps.config
  const { header, contents } = await writeSnapshot(deps, archive, { createdAt, hasMedia })
  for (const name of KEPT_FILES) {
    const file = await readFile(join(dataDir, name)).catch(() => null)
    if (file !== null) await archive.add(`data/${name}`, file)
  }
  for (const file of hasMedia ? header.media : []) {
    await checkMediaFile(deps, file)
    const pieces = deps.media.read(file.key, 0, Math.max(file.bytes - 1, 0))
    await archive.addStream(`media/${file.key}`, file.bytes, pieces)
  }
  await archive.add(CONTENTS_ENTRY, jsonBytes(contents))
  return { header, contents }
}

/** Writes the header and every table, read in one transaction. */
async function writeSnapshot(
  { pool, config, media }: BackupDeps,
  archive: ArchiveWriter,
  { createdAt, hasMedia }: { createdAt: Date; hasMedia: boolean },
): Promise<Pick<MadeBackup, 'header' | 'contents'>> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    await fixTextFormats(client)
    const tables = await listTables(client)
    const header = newHeader({
      createdAt: createdAt.toISOString(),
      publicUrl: config.publicUrl,
      migrations: await listMigrations(client),
      tables,
      media: await withDigests(media, await listMedia(client, config.parts.media === 'samples')),
      hasMedia,
    })
    await archive.add(HEADER_ENTRY, jsonBytes(header))
    const contents: BackupContents = { tables: {}, books: {}, documents: {} }
    for (const table of tables) {
      let piece = 0
      contents.tables[table.name] = await readTable(client, table, (packed) => {
        piece += 1
        return archive.add(`tables/${table.name}/${String(piece).padStart(6, '0')}.copy.gz`, packed)
      })
    }
    contents.books = await readBooks(client)
    contents.documents = await readDocuments(client)
    await client.query('commit')
    client.release()
    return { header, contents }
  } catch (error) {
    client.release(true) // half a COPY may be left on it
    throw error
  }
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

async function listMigrations(db: ClientBase): Promise<BackupHeader['migrations']> {
  const { rows } = await db.query<BackupHeader['migrations'][number]>(
    `select migration_name as name, checksum from _prisma_migrations
     where rolled_back_at is null order by migration_name collate "C"`,
  )
  return rows
}

async function listMedia(db: ClientBase, hasSamples: boolean): Promise<MediaEntry[]> {
  const { rows } = await db.query<MediaEntry>(
    `select distinct on (key collate "C") key, "contentType", bytes, sha256 from "MediaFile" order by key collate "C"`,
  )
  return rows.filter(({ key }) => !hasSamples || isUploadedKey(key))
}

/** The catalog knows the digests of videos and uploads; captions, chapters and pictures of a folder have none yet. */
async function withDigests(media: Deps['media'], files: readonly MediaEntry[]): Promise<MediaEntry[]> {
  const complete: MediaEntry[] = []
  for (const file of files) {
    if (file.sha256 === '') await checkMediaFile({ media }, file)
    complete.push({ ...file, sha256: file.sha256 || (await digestOf(media, file)) })
  }
  return complete
}

export async function digestOf(
  media: Deps['media'],
  { key, bytes }: Pick<MediaEntry, 'key' | 'bytes'>,
): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of media.read(key, 0, Math.max(bytes - 1, 0))) hash.update(piece)
  return hash.digest('hex')
}

/** A file of another length would end the archive in the middle, with an error that helps no one. */
async function checkMediaFile(
  { media }: Pick<BackupDeps, 'media'>,
  { key, bytes }: MediaEntry,
): Promise<void> {
  const found = await media.stat(key)
  if (!found) throw new StartError(`The media file ${key} is missing, so there is no whole backup.`)
  if (found.bytes !== bytes)
    throw new StartError(`The media file ${key} has ${found.bytes} bytes instead of ${bytes}.`)
}

/** The new name outlives a power cut only when its folder is on the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
