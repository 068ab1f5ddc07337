import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { StartError } from '#server/infra/start-error.ts'
import type { MediaEntry } from './backup-format.ts'
import { contradictions } from './books.ts'
import { type LoadedBackup, loadBackup } from './load-backup.ts'
import { digestOf } from './make-backup.ts'

export type DrillDeps = Pick<Deps, 'clock' | 'config' | 'media'>

/**
 * Restores a backup into a scratch database beside the shop's own, which is dropped afterwards: counts, sums, documents and
 * books are compared to the penny, and every media file by its digest.
 *
 * @throws StartError with what is wrong; there is no result between whole and wrong
 */
export async function drillBackup(
  deps: DrillDeps,
  { path, serverUrl }: { path: string; serverUrl: string },
): Promise<LoadedBackup> {
  const name = `drill_${randomBytes(6).toString('hex')}`
  await createScratch(serverUrl, name)
  try {
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const loaded = await loadBackup(deps, {
      path,
      keys: deps.config.backup.keys,
      databaseUrl: url.href,
      async onKeptFile() {},
      // The reader digests the pieces as they pass.
      async onMedia(_file, pieces) {
        for await (const _piece of pieces);
      },
    })
    const wrong = contradictions(loaded.contents.books)
    if (wrong.length > 0) throw new StartError(`The books contradict themselves: ${wrong.join(', ')}.`)
    if (!loaded.header.hasMedia) for (const file of loaded.header.media) await checkStored(deps, file)
    return loaded
  } finally {
    await onServer(serverUrl, `drop database if exists "${name}" with (force)`)
  }
}

async function createScratch(serverUrl: string, name: string): Promise<void> {
  try {
    await onServer(serverUrl, `create database "${name}" template template0`)
  } catch (cause) {
    throw new StartError(
      'A drill needs a scratch database, and this role may not create one: alter role … createdb.',
      { cause },
    )
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const db = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await db.connect()
  try {
    await db.query(statement)
  } finally {
    await db.end()
  }
}

/** A backup without media files is of use only while the store has them, unchanged. */
async function checkStored({ media }: DrillDeps, { key, bytes, sha256 }: MediaEntry): Promise<void> {
  const found = await media.stat(key)
  if (found?.bytes !== bytes)
    throw new StartError(`The media file ${key} is neither in the backup nor in the store.`)
  if ((await digestOf(media, { key, bytes })) !== sha256)
    throw new StartError(`The media file ${key} is not as it was in the shop.`)
}
