import { Decrypter, Encrypter } from 'age-encryption'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { StartError } from '#server/infra/start-error.ts'

/** BACKUP_KEY is random and long, so stretching it costs time and gains nothing. */
const SCRYPT_LOG_N = 12

export type ArchiveWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** A file of exactly `size` bytes. */
  addStream(name: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** Encrypts what `write` adds, as a stream at the reader's pace. An error of `write` ends the stream. */
export async function writeArchive(
  key: string,
  write: (archive: ArchiveWriter) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, controller } = createTarPacker()
  const archive: ArchiveWriter = {
    add: (name, bytes) => archive.addStream(name, bytes.byteLength, one(bytes)),
    async addStream(name, size, bytes) {
      const writer = controller.add({ name, size, type: 'file' }).getWriter()
      for await (const piece of bytes) {
        await writer.ready
        await writer.write(piece)
      }
      await writer.close()
    },
  }
  write(archive).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  )
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_LOG_N)
  encrypter.setPassphrase(key)
  return encrypter.encrypt(readable)
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

export type ArchiveEntry = { name: string; pieces: AsyncGenerator<Uint8Array> }

/**
 * The entries of an archive in their order; each one's pieces are read to the end before the next entry.
 *
 * @throws StartError where no key opens it, or it was changed or cut off
 */
export async function* readArchive(
  keys: readonly string[],
  file: ReadableStream<Uint8Array>,
): AsyncGenerator<ArchiveEntry> {
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addPassphrase(key)
  const plain = await decrypter.decrypt(file).catch((cause: unknown) => {
    throw isWrongKey(cause)
      ? new StartError('No key of BACKUP_KEY opens this backup.', { cause })
      : damaged(cause)
  })
  try {
    for await (const { header, body } of plain.pipeThrough(createTarDecoder({ strict: true }))) {
      yield { name: header.name, pieces: readPieces(body) }
    }
  } catch (cause) {
    throw cause instanceof StartError ? cause : damaged(cause)
  }
}

/** What goes wrong while a body is read is the archive's fault: the reader's own errors are thrown elsewhere. */
async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) yield piece
  } catch (cause) {
    throw damaged(cause)
  }
}

function isWrongKey(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes('no identity matched')
}

export function damaged(cause?: unknown): StartError {
  return new StartError('The backup is damaged or cut off.', { cause })
}
