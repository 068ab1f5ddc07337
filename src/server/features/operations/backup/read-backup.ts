import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { StartError } from '#server/infra/start-error.ts'
import { damaged, readArchive } from './archive.ts'
import {
  type BackupContents,
  type BackupHeader,
  backupContents,
  backupHeader,
  CONTENTS_ENTRY,
  HEADER_ENTRY,
  type MediaEntry,
} from './backup-format.ts'

/** What is done with each part of a backup, in the order in which they come. */
export type BackupReader = {
  onHeader(header: BackupHeader): Promise<void>
  onRows(table: string, packed: Uint8Array): Promise<void>
  /** A file that the installation keeps in DATA_DIR. */
  onKeptFile(name: string, bytes: Uint8Array): Promise<void>
  onMedia(file: MediaEntry, pieces: AsyncGenerator<Uint8Array>): Promise<void>
}

/**
 * Reads a backup from its first byte to its last, which proves that it is whole: age authenticates each piece and the end,
 * and `contents.json` stands last.
 *
 * @throws StartError where the key is wrong, the format is unknown, or the file is damaged or cut off
 */
export async function readBackup(
  path: string,
  keys: readonly string[],
  reader: BackupReader,
): Promise<{ header: BackupHeader; contents: BackupContents }> {
  let header: BackupHeader | null = null
  let contents: BackupContents | null = null
  const digests = new Map<string, string>()
  const file = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  for await (const { name, pieces } of readArchive(keys, file)) {
    const [kind, ...rest] = name.split('/')
    if (name === HEADER_ENTRY) {
      header = parse(backupHeader, await wholeOf(pieces))
      await reader.onHeader(header)
    } else if (!header) throw damaged()
    else if (kind === 'tables') await reader.onRows(rest[0] ?? '', await wholeOf(pieces))
    else if (kind === 'data') await reader.onKeptFile(rest.join('/'), await wholeOf(pieces))
    else if (kind === 'media') {
      const hash = createHash('sha256')
      const key = rest.join('/')
      const entry = header.media.find((one) => one.key === key)
      if (!entry) throw new StartError(`The backup has a media file of no video, ${key}.`)
      await reader.onMedia(entry, digesting(pieces, hash))
      digests.set(key, hash.digest('hex'))
    } else if (name === CONTENTS_ENTRY) contents = parse(backupContents, await wholeOf(pieces))
  }
  if (!header || !contents) throw damaged()
  for (const { key, sha256 } of header.hasMedia ? header.media : []) {
    if (digests.get(key) !== sha256)
      throw new StartError(`The media file ${key} is not as it was in the shop.`)
  }
  return { header, contents }
}

async function wholeOf(pieces: AsyncGenerator<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

async function* digesting(pieces: AsyncGenerator<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  const parsed = schema.safeParse(JSON.parse(bytes.toString('utf8')))
  if (parsed.success) return parsed.data
  const isOtherFormat = parsed.error.issues.some(({ path }) => path[0] === 'format')
  throw isOtherFormat
    ? new StartError('The backup has a format that this version of the shop does not know.')
    : damaged(parsed.error)
}
