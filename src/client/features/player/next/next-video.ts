import { watchState } from '#shared/progress/progress.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'

type Known = {
  videos: readonly PageVideo[]
  /** What is open to the student. */
  ownedIds: readonly number[]
  progress: readonly Pick<ProgressOutput, 'videoId' | 'progress' | 'completed'>[]
}

/**
 * The video to offer when one is over: the next in the order of the syllabus that is open and not completed, and after
 * the last of them the first; null when all are done.
 */
export function findNextVideo(endedId: number, { videos, ownedIds, progress }: Known): PageVideo | null {
  const at = videos.findIndex(({ id }) => id === endedId)
  const inOrder = [...videos.slice(at + 1), ...videos.slice(0, Math.max(0, at))]
  const isDone = (id: number) => {
    const saved = progress.find(({ videoId }) => videoId === id)
    return saved !== undefined && watchState(saved.progress, saved.completed) === 'replay'
  }
  return inOrder.find(({ id }) => ownedIds.includes(id) && !isDone(id)) ?? null
}
