import { createReadStream } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createOpenFiles, type FileDetails } from './open-files.ts'
import { type FileRange, streamFile } from './stream-file.ts'

/** Big pieces keep the number of reads, and with it the CPU per gigabyte, low. */
const PIECE_BYTES = 1024 * 1024

/** What sends a file instead of this server: the storage itself by a signed URL, or nginx in front of us by a path of its own. */
export type HandOver = { by: 'redirect'; url: string } | { by: 'accel'; path: string }

export type MediaStore = {
  /** Size and time of change of a file; null when it is not there. */
  stat(key: string): Promise<FileDetails | null>
  /** The bytes from `start` to `end`, both included. */
  read(key: string, start: number, end: number): Readable
  /**
   * Writes bytes no faster than they are taken, and leaves `out` open.
   *
   * @throws when the file cannot be read to `end`, `out` is closed before, or it may not go on
   */
  stream(key: string, range: FileRange, out: Writable): Promise<void>
  /** Null where this server sends the file. The caller has checked the permission. */
  handOver(
    file: { key: string; contentType: string },
    request: { method: 'GET' | 'HEAD'; cacheControl: string },
  ): Promise<HandOver | null>
}

/**
 * Videos on disk, in one folder. A key that would leave the folder is not there. With `accelPrefix`, the path under
 * which nginx knows the folder (`X-Accel-Redirect`), nginx sends the files.
 */
export function createDiskStore(folder: string, accelPrefix: string | null = null): MediaStore {
  const root = resolve(folder)
  const files = createOpenFiles()

  function pathOf(key: string): string | null {
    const path = resolve(join(root, key))
    return path.startsWith(root + sep) ? path : null
  }

  async function find(key: string) {
    const path = pathOf(key)
    return path ? files.details(path) : null
  }

  return {
    stat: find,
    read(key, start, end) {
      const path = pathOf(key)
      if (!path) throw new Error('No such file in the media store')
      return createReadStream(path, { start, end, highWaterMark: PIECE_BYTES })
    },
    async stream(key, range, out) {
      const path = pathOf(key)
      if (!path) throw new Error('No such file in the media store')
      await files.use(path, (file) => streamFile(file, range, out))
    },
    async handOver({ key }) {
      if (accelPrefix === null || !(await find(key))) return null
      return { by: 'accel', path: accelPrefix + encodePath(resolve(join(root, key)).slice(root.length + 1)) }
    },
  }
}

/** A key as part of a URL's path: everything but its slashes is escaped. */
export function encodePath(key: string): string {
  return key.split(sep).map(encodeURIComponent).join('/')
}
