import { z } from 'zod'
import { storedJson } from '#client/lib/storage.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'
import type { VideoSave } from './save-queue.ts'

const videoSave = z.object({
  userId: z.string().max(64),
  videoId: z.int(),
  progress: z.number().min(0).max(100),
  completed: z.boolean(),
  positionSeconds: z.number().min(0),
  watched: z.array(z.tuple([z.int(), z.int()])).default([]),
  playSession: z.string().max(64),
  sequence: z.int().min(0),
  madeAt: z.number().default(0),
})

/** Saves that have not arrived, one a video, until a later visit can send them. */
export const keptSaves = storedJson('waiting_progress', z.array(videoSave).max(50))

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
