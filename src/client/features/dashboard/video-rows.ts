import { type WatchState, watchState } from '#shared/progress/progress.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import type { DashboardOutput, OwnedVideoOutput } from '#shared/schemas/progress.ts'

/** A film a student has, or had. */
export type FilmRow = {
  film: PageFilm
  isOpen: boolean
  /** ISO 8601: the last moment of access. */
  expiresAt: string
  /** Whole days, rounded up; 0 once closed. */
  daysLeft: number
  percent: number
  watch: WatchState
}

type Known = {
  films: readonly PageFilm[]
  dashboard: Pick<DashboardOutput, 'progress' | 'purchases'>
  /** What is open now, as the server sees it: the clock of a browser may be wrong. */
  owned: readonly OwnedVideoOutput[]
}

/**
 * Open films first, closed ones after them, each in the order of the syllabus. A film that was given back is
 * neither: a package is listed while one of its films stands, and its last moment lies ahead as long as one is open.
 */
export function filmRows({ films, dashboard, owned }: Known): FilmRow[] {
  const over = dashboard.purchases.filter((bought) =>
    owned.every(({ expiresAt }) => expiresAt !== bought.expiresAt),
  )
  const rows = films.flatMap((film): FilmRow[] => {
    const open = owned.find(({ id }) => id === film.id)
    const expiresAt = open?.expiresAt ?? lastExpiry(film.id, over)
    if (expiresAt === null) return []
    const saved = dashboard.progress.find(({ videoId }) => videoId === film.id)
    const percent = saved?.progress ?? 0
    return [
      {
        film,
        isOpen: open !== undefined,
        expiresAt,
        daysLeft: open?.daysRemaining ?? 0,
        percent,
        watch: watchState(percent, saved?.completed ?? false),
      },
    ]
  })
  return rows.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))
}

/** A bundle holds every film. */
function lastExpiry(videoId: number, purchases: DashboardOutput['purchases']): string | null {
  const ends = purchases.filter((bought) => bought.isBundle || bought.videoId === videoId)
  return (
    ends
      .map(({ expiresAt }) => expiresAt)
      .toSorted()
      .at(-1) ?? null
  )
}

/** Long enough to watch an hour or two of film without hurry. */
const WARN_FROM_DAYS = 14

export function closesSoon({ isOpen, daysLeft }: FilmRow): boolean {
  return isOpen && daysLeft <= WARN_FROM_DAYS
}

/** The film to go on with: one that is under way, else the first that is not started. At most one. */
export function nextFilm(rows: readonly FilmRow[]): number | null {
  const open = rows.filter(({ isOpen }) => isOpen)
  const next = open.find(({ watch }) => watch === 'continue') ?? open.find(({ watch }) => watch === 'start')
  return next?.film.id ?? null
}
