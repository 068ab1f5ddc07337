import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { openSending, type Sending } from './tus-transport.ts'

/** Where in the catalog a file belongs; `videoId` is null for what belongs to the shop. */
export type UploadPlace = { slot: MediaSlot; videoId: number | null }

/** A file this page is sending, or has stopped sending. */
export type UploadTask = UploadPlace & {
  fileName: string
  bytes: number
  sent: number
  status: 'sending' | 'paused' | 'stopped' | 'arrived'
  /** Why it stopped; null otherwise. */
  reason: string | null
  /** What the server calls it; null until it has said so. */
  id: string | null
}

type Entry = {
  task: UploadTask
  open: () => Promise<Sending>
  /** Null until the code is asked for, and again where it could not be loaded. */
  sending: Promise<Sending> | null
}

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
let snapshot: readonly UploadTask[] = []

const keyOf = ({ slot, videoId }: UploadPlace) => `${slot} ${videoId ?? ''}`

function change(key: string, next: Partial<UploadTask>): void {
  const entry = entries.get(key)
  if (!entry) return
  entry.task = { ...entry.task, ...next }
  notify()
}

function notify(): void {
  snapshot = [...entries.values()].map(({ task }) => task)
  for (const listener of listeners) listener()
}

type Start = UploadPlace & {
  file: File
  /** The upload to go on with; null for a new one. */
  id: string | null
  /** Called with the server's name of the upload once all of it is there. */
  onArrived: (id: string) => void
}

/**
 * Sends a file for a place in the catalog. It goes on while other screens are looked at, and ends with the page: the
 * server keeps what has arrived.
 */
export function startUpload({ slot, videoId, file, id, onArrived }: Start): void {
  const key = keyOf({ slot, videoId })
  const open = () =>
    openSending({
      file,
      id,
      metadata: { slot, filename: file.name, ...(videoId === null ? {} : { videoId: String(videoId) }) },
      onBegun: (begun) => change(key, { id: begun }),
      onProgress: (sent) => change(key, { sent }),
      onArrived: () => {
        change(key, { status: 'arrived', sent: file.size })
        onArrived(entries.get(key)?.task.id ?? '')
      },
      onStopped: (reason) => change(key, { status: 'stopped', reason }),
    })
  const task = {
    slot,
    videoId,
    fileName: file.name,
    bytes: file.size,
    sent: 0,
    status: 'sending' as const,
    reason: null,
    id,
  }
  const entry = { task, open, sending: null }
  entries.set(key, entry)
  notify()
  begin(key, entry)
}

/** Code that cannot be loaded is a connection that broke: it is asked for again when the upload is to go on. */
function begin(key: string, entry: Entry): void {
  entry.sending ??= entry.open()
  entry.sending.then(
    (ready) => {
      if (entries.get(key)?.task.status === 'sending') ready.start()
    },
    () => {
      entry.sending = null
      if (entries.get(key) === entry) change(key, { status: 'stopped', reason: null })
    },
  )
}

function stop({ sending }: Entry): void {
  void sending?.then(
    (ready) => ready.pause(),
    () => undefined,
  )
}

export function pauseUpload(place: UploadPlace): void {
  const key = keyOf(place)
  change(key, { status: 'paused' })
  const entry = entries.get(key)
  if (entry) stop(entry)
}

export function resumeUpload(place: UploadPlace): void {
  const key = keyOf(place)
  const entry = entries.get(key)
  if (!entry) return
  change(key, { status: 'sending', reason: null })
  begin(key, entry)
}

/** Stops sending and forgets the file; what the server has of it is the server's to discard. */
export function forgetUpload(place: UploadPlace): void {
  const key = keyOf(place)
  const entry = entries.get(key)
  if (entry) stop(entry)
  entries.delete(key)
  notify()
}

/** Nothing that one admin was sending is there for the next. */
export function forgetAllUploads(): void {
  for (const { task } of [...entries.values()]) forgetUpload(task)
}

export const uploadStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): readonly UploadTask[] => snapshot,
}
