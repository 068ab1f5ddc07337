import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

/** How long a file is believed to be the one of its name: ranges of a video come many a second. */
const BELIEVED_MS = 1_000
/** How long a file without a reader stays open. */
const KEPT_MS = 10_000

export type FileDetails = { bytes: number; changedAt: Date }

type OpenFile = {
  handle: FileHandle
  details: FileDetails
  /** What tells a file from the one that takes its place. */
  identity: string
  believedUntil: number
  readers: number
  isReplaced: boolean
  closing: NodeJS.Timeout
}

export type OpenFiles = {
  /** Size and time of change; null where there is no such file. A second later, a replaced file is found as it is. */
  details(path: string): Promise<FileDetails | null>
  /** Lends an open file to some work; throws where it cannot be opened. */
  use(path: string, work: (file: FileHandle) => Promise<void>): Promise<void>
}

/**
 * Files that stay open while they are read again and again: looking for a file, opening and closing it took as long as
 * reading 256 KiB of it (each is a turn of another thread).
 */
export function createOpenFiles(): OpenFiles {
  const files = new Map<string, OpenFile>()

  function release(path: string, file: OpenFile): void {
    if (files.get(path) === file) files.delete(path)
    file.isReplaced = true
    clearTimeout(file.closing)
    if (file.readers === 0) void file.handle.close().catch(() => undefined)
  }

  async function openFile(path: string): Promise<OpenFile> {
    const handle = await open(path)
    const found = await handle.stat()
    const file: OpenFile = {
      handle,
      details: detailsOf(found),
      identity: identityOf(found),
      believedUntil: performance.now() + BELIEVED_MS,
      readers: 0,
      isReplaced: false,
      closing: setTimeout(() => release(path, file), KEPT_MS).unref(),
    }
    const other = files.get(path)
    if (other) release(path, other)
    files.set(path, file)
    return file
  }

  return {
    async details(path) {
      const known = files.get(path)
      if (known && known.believedUntil > performance.now()) return known.details
      const found = await stat(path).catch(() => null)
      if (known && (!found || identityOf(found) !== known.identity)) release(path, known)
      if (known) known.believedUntil = performance.now() + BELIEVED_MS
      return found?.isFile() ? detailsOf(found) : null
    },
    async use(path, work) {
      const file = files.get(path) ?? (await openFile(path))
      file.readers++
      try {
        await work(file.handle)
      } finally {
        file.readers--
        if (!file.isReplaced) file.closing.refresh()
        else if (file.readers === 0) await file.handle.close()
      }
    },
  }
}

function detailsOf({ size, mtime }: Stats): FileDetails {
  return { bytes: size, changedAt: mtime }
}

function identityOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino} ${size} ${mtimeMs}`
}
