import { watchState } from '#shared/progress/progress.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'

type Known = {
  films: readonly PageFilm[]
  /** What is open to the student. */
  ownedIds: readonly number[]
  progress: readonly Pick<ProgressOutput, 'videoId' | 'progress' | 'completed'>[]
}

/**
 * The film to offer when one is over: the next in the order of the syllabus that is open and not completed, and after
 * the last of them the first; null when all are done.
 */
export function findNextFilm(endedId: number, { films, ownedIds, progress }: Known): PageFilm | null {
  const at = films.findIndex(({ id }) => id === endedId)
  const inOrder = [...films.slice(at + 1), ...films.slice(0, Math.max(0, at))]
  const isDone = (id: number) => {
    const saved = progress.find(({ videoId }) => videoId === id)
    return saved !== undefined && watchState(saved.progress, saved.completed) === 'replay'
  }
  return inOrder.find(({ id }) => ownedIds.includes(id) && !isDone(id)) ?? null
}
