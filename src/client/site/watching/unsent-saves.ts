import { storedJson } from '#client/lib/storage.ts'
import { mostWatchedRanges, type WatchedRange } from '#shared/progress/watched.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'
import { fields, flag, list, number, otherwise, shape, text, wholeNumber } from '#shared/schemas/shape.ts'
import type { VideoSave } from './save-queue.ts'

const fromTo = list(wholeNumber, 2, 2)

function range(value: unknown): WatchedRange {
  const [from = 0, to = 0] = fromTo(value)
  return [from, to]
}

const videoSave = fields<VideoSave>({
  userId: text(64),
  videoId: wholeNumber,
  progress: number,
  completed: flag,
  positionSeconds: number,
  watched: otherwise(list(range, mostWatchedRanges), []),
  playSession: text(64),
  sequence: wholeNumber,
  madeAt: otherwise(number, 0),
})

/** Saves that have not arrived, one a video, until a later visit can send them. */
export const keptSaves = storedJson('waiting_progress', shape(list(videoSave, 50)))

type Whose = Pick<VideoSave, 'userId' | 'videoId'>

/** Keeps the save of a video in place of an older one; null forgets it. */
export function keepSave({ userId, videoId }: Whose, save: VideoSave | null): void {
  const kept = keptSaves.read() ?? []
  const others = kept.filter((other) => other.userId !== userId || other.videoId !== videoId)
  if (save === null && others.length === kept.length) return
  const next = save === null ? others : [...others, save].slice(-50)
  if (next.length === 0) keptSaves.clear()
  else keptSaves.write(next)
}

/**
 * A kept save that is further on than what the server knows. One that is not is old: the video was watched
 * elsewhere since, and a save that waited takes nothing back.
 */
export function findKeptSave({ userId, videoId }: Whose, known: ProgressOutput | null): VideoSave | null {
  const kept = keptSaves.read()?.find((save) => save.userId === userId && save.videoId === videoId)
  if (!kept) return null
  if (known !== null && (known.completed || kept.progress <= known.progress)) return null
  return kept
}
