import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'

/** Big pieces keep the number of reads, and with it the CPU per gigabyte, low. */
const PIECE_BYTES = 1024 * 1024

export type MediaStore = {
  /** Size and time of change of a file; null when it is not there. */
  stat(key: string): Promise<{ bytes: number; changedAt: Date } | null>
  /** The bytes from `start` to `end`, both included. */
  read(key: string, start: number, end: number): Readable
}

/** Films on disk, in one folder. A key that would leave the folder is not there. */
export function createDiskStore(folder: string): MediaStore {
  const root = resolve(folder)

  function pathOf(key: string): string | null {
    const path = resolve(join(root, key))
    return path.startsWith(root + sep) ? path : null
  }

  return {
    async stat(key) {
      const path = pathOf(key)
      if (!path) return null
      const found = await stat(path).catch(() => null)
      return found?.isFile() ? { bytes: found.size, changedAt: found.mtime } : null
    },
    read(key, start, end) {
      const path = pathOf(key)
      if (!path) throw new Error('No such file in the media store')
      return createReadStream(path, { start, end, highWaterMark: PIECE_BYTES })
    },
  }
}
