import { type WatchState, watchState } from '#shared/progress/progress.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { DashboardOutput, OwnedVideoOutput } from '#shared/schemas/progress.ts'

/** A video a student has, or had. */
export type VideoRow = {
  video: PageVideo
  isOpen: boolean
  /** ISO 8601: the last moment of access. */
  expiresAt: string
  /** Whole days, rounded up; 0 once closed. */
  daysLeft: number
  percent: number
  watch: WatchState
}

type Known = {
  videos: readonly PageVideo[]
  dashboard: Pick<DashboardOutput, 'progress' | 'purchases'>
  /** What is open now, as the server sees it: the clock of a browser may be wrong. */
  owned: readonly OwnedVideoOutput[]
}

/**
 * Open videos first, closed ones after them, each in the order of the syllabus. A video that was given back is
 * neither: a package is listed while one of its videos stands, and its last moment lies ahead as long as one is open.
 */
export function videoRows({ videos, dashboard, owned }: Known): VideoRow[] {
  const over = dashboard.purchases.filter((bought) =>
    owned.every(({ expiresAt }) => expiresAt !== bought.expiresAt),
  )
  const rows = videos.flatMap((video): VideoRow[] => {
    const open = owned.find(({ id }) => id === video.id)
    const expiresAt = open?.expiresAt ?? lastExpiry(video.id, over)
    if (expiresAt === null) return []
    const saved = dashboard.progress.find(({ videoId }) => videoId === video.id)
    const percent = saved?.progress ?? 0
    return [
      {
        video,
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

/** A bundle holds every video. */
function lastExpiry(videoId: number, purchases: DashboardOutput['purchases']): string | null {
  const ends = purchases.filter((bought) => bought.isBundle || bought.videoId === videoId)
  return (
    ends
      .map(({ expiresAt }) => expiresAt)
      .toSorted()
      .at(-1) ?? null
  )
}

/** Long enough to watch an hour or two of video without hurry. */
const WARN_FROM_DAYS = 14

export function closesSoon({ isOpen, daysLeft }: VideoRow): boolean {
  return isOpen && daysLeft <= WARN_FROM_DAYS
}

/** The video to go on with: one that is under way, else the first that is not started. At most one. */
export function nextVideo(rows: readonly VideoRow[]): number | null {
  const open = rows.filter(({ isOpen }) => isOpen)
  const next = open.find(({ watch }) => watch === 'continue') ?? open.find(({ watch }) => watch === 'start')
  return next?.video.id ?? null
}
