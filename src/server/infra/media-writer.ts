import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { MediaStore } from './media-store.ts'

/** A file that has been checked, as it goes into the media store. */
export type CheckedFile = { key: string; contentType: string; sha256: string; bytes: number }

/** Where checked files go: a folder, or a bucket. */
export type MediaTarget = {
  /** The most bytes one file may have. */
  largestBytes: number
  /** Takes a file from `path`, whole or not at all. The file may be gone from `path` afterwards. */
  put(path: string, file: CheckedFile): Promise<void>
  has(key: string): Promise<boolean>
  remove(key: string): Promise<void>
}

/** Uploads on their way into the media store. An upload is named by its id, and stays in `folder` until it is published. */
export type MediaWriter = {
  folder: string
  largestBytes: number
  /** How many bytes of an upload are there; null where there is no such file. */
  received(id: string): Promise<number | null>
  /** Bytes of an upload from `offset` on, fewer at its end. */
  read(id: string, offset: number, length: number): Promise<Uint8Array>
  /** SHA-256 in hex. */
  digest(id: string): Promise<string>
  freeBytes(): Promise<number>
  /** Puts a small file among the uploads, whole. */
  write(id: string, content: Uint8Array): Promise<void>
  /** Moves an upload into the store; doing it again changes nothing. */
  publish(id: string, file: CheckedFile): Promise<void>
  discard(id: string): Promise<void>
  /** Takes a published file out of the store. */
  remove(key: string): Promise<void>
  /** Names of uploads without a write since `before`. */
  listUntouched(before: Date): Promise<string[]>
}

const PREFIX = 'up-'
/** What tus keeps beside a file: its length and what it is. */
const NOTES = '.json'
const PIECE_BYTES = 1024 * 1024

/** The name of an uploaded file in the store: that of its contents, so that no file is ever written over. */
export function keyOfContents(sha256: string, ending: string): string {
  return `${PREFIX}${sha256}.${ending}`
}

/** Whether a file came by upload, and not with the folder the shop started with. */
export function isUploadedKey(key: string): boolean {
  return key.startsWith(PREFIX)
}

/** Two stores as one: uploaded files are in `uploaded`, everything else in `base`, which is read only. */
export function layerStores(uploaded: MediaStore, base: MediaStore): MediaStore {
  const storeOf = (key: string) => (isUploadedKey(key) ? uploaded : base)
  return {
    stat: (key) => storeOf(key).stat(key),
    read: (key, start, end) => storeOf(key).read(key, start, end),
    stream: (key, range, out) => storeOf(key).stream(key, range, out),
    handOver: (file, request) => storeOf(file.key).handOver(file, request),
  }
}

/** Files on disk, in one folder, each put there by renaming: a reader sees the whole file or none. */
export function createDiskMediaStore(folder: string, largestBytes: number): MediaTarget {
  const root = resolve(folder)
  return {
    largestBytes,
    async put(path, { key }) {
      const place = join(root, key)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await moveFile(path, place)
    },
    has: async (key) => (await sizeOf(join(root, key))) !== null,
    remove: (key) => rm(join(root, key), { force: true }),
  }
}

/** Uploads in `folder`, put on the store once they are published. */
export function createMediaWriter(folder: string, store: MediaTarget): MediaWriter {
  const root = resolve(folder)
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new Error('No such upload')
    return join(root, id)
  }
  return {
    folder: root,
    largestBytes: store.largestBytes,
    received: (id) => sizeOf(pathOf(id)),
    read: (id, offset, length) => readPart(pathOf(id), offset, length),
    digest: (id) => digestFile(pathOf(id)),
    async freeBytes() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
    async write(id, content) {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await writeFile(pathOf(id), content)
    },
    async publish(id, file) {
      if (await store.has(file.key)) return
      try {
        await store.put(pathOf(id), file)
      } catch (error) {
        // Another request stored the same contents meanwhile, perhaps for this very upload.
        if (!(await store.has(file.key))) throw error
      }
    },
    async discard(id) {
      await rm(pathOf(id), { force: true })
      await rm(pathOf(id) + NOTES, { force: true })
    },
    async remove(key) {
      if (!isUploadedKey(key)) throw new Error(`${key} was not uploaded, and is not ours to remove`)
      await store.remove(key)
    },
    async listUntouched(before) {
      const names = await readdir(root).catch(() => [])
      const ids = new Set(names.map((name) => name.replace(/\.json$/, '')).filter(isUploadId))
      const untouched: string[] = []
      for (const id of ids) {
        const found = await stat(pathOf(id)).catch(() => null)
        if (!found || found.mtime < before) untouched.push(id)
      }
      return untouched
    },
  }
}

function isUploadId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name)
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : null
}

async function readPart(path: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) hash.update(piece)
  return hash.digest('hex')
}

/** Across file systems a file cannot be renamed: there it is copied beside its place first. */
async function moveFile(from: string, to: string): Promise<void> {
  await settle(from)
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const draft = `${to}.part`
    await copyFile(from, draft)
    await settle(draft)
    await rename(draft, to)
    await rm(from, { force: true })
  }
}

/** Waits until the bytes are on the disk: a rename that outlives a power cut must not outlive the contents. */
async function settle(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
