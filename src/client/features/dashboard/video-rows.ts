import { findLeftLast, type WatchState, watchState } from '#shared/progress/progress.ts'
import { minutesLeft, watchedShare } from '#shared/progress/watched.ts'
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
  /** ISO 8601: when the term of a renewal would begin; null where it cannot be renewed now. */
  renewsFrom: string | null
  /** ISO 8601: when a closed video opens again by a renewal that was bought before; null otherwise. */
  opensAt: string | null
  /** The place. */
  percent: number
  /** What was watched, in percent; and in minutes, where it is known. */
  watchedPercent: number
  watchedMinutes: number | null
  minutesLeft: number
  /** When the place was last saved, on whatever device; '' where it never was. */
  savedAt: string
  watch: WatchState
  /** What was asked back and waits. */
  request: NonNullable<DashboardOutput['requests']>[number] | undefined
}

type Known = {
  videos: readonly PageVideo[]
  dashboard: Pick<DashboardOutput, 'progress' | 'purchases' | 'requests'>
  /** What is open now, as the server sees it: the clock of a browser may be wrong. */
  owned: readonly OwnedVideoOutput[]
}

/**
 * Open videos first, closed ones after them, each in the order of the syllabus. A video that was given back is
 * neither: a package is listed while one of its videos stands, and its last moment lies ahead as long as one is open.
 */
export function videoRows({ videos, dashboard, owned }: Known): VideoRow[] {
  const { purchases } = dashboard
  const over = purchases.filter(
    (bought) =>
      owned.every(({ expiresAt }) => expiresAt !== bought.expiresAt) &&
      purchases.every(({ startsAt }) => startsAt !== bought.expiresAt),
  )
  const rows = videos.flatMap((video): VideoRow[] => {
    const open = owned.find(({ id }) => id === video.id)
    const expiresAt = open?.expiresAt ?? lastExpiry(video.id, over)
    if (expiresAt === null) return []
    const known = dashboard.progress.find(({ videoId }) => videoId === video.id)
    const saved = known ?? { progress: 0, completed: false }
    const share = watchedShare(saved)
    const isTold = typeof known?.watchedSeconds === 'number'
    const left = minutesLeft(video.duration, saved)
    return [
      {
        video,
        isOpen: open !== undefined,
        expiresAt,
        daysLeft: open?.daysRemaining ?? 0,
        renewsFrom: open?.renewsFrom ?? null,
        opensAt: open ? null : nextStart(video.id, purchases),
        percent: saved.progress,
        // Of older clients only the place is known: a completed video counts as watched.
        watchedPercent: saved.completed && !isTold ? 100 : Math.round(100 * share),
        // With those that are left it is the length.
        watchedMinutes: isTold
          ? Math.round(saved.completed ? video.duration * share : video.duration - left)
          : null,
        minutesLeft: left,
        savedAt: known?.updatedAt ?? '',
        watch: watchState(saved.progress, saved.completed),
        request: dashboard.requests?.find(({ videoId }) => videoId === video.id),
      },
    ]
  })
  return rows.toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))
}

function lastExpiry(videoId: number, purchases: DashboardOutput['purchases']): string | null {
  const ends = purchases.filter((bought) => holds(bought, videoId)).map(({ expiresAt }) => expiresAt)
  return ends.toSorted().at(-1) ?? null
}

function nextStart(videoId: number, purchases: DashboardOutput['purchases']): string | null {
  const starts = purchases.flatMap((bought) => (holds(bought, videoId) ? (bought.startsAt ?? []) : []))
  return starts.toSorted()[0] ?? null
}

/** A bundle holds every video. */
function holds(bought: DashboardOutput['purchases'][number], videoId: number): boolean {
  return bought.isBundle || bought.videoId === videoId
}

/** Long enough to watch an hour or two of video without hurry. */
const WARN_FROM_DAYS = 14

export function closesSoon({ isOpen, daysLeft }: VideoRow): boolean {
  return isOpen && daysLeft <= WARN_FROM_DAYS
}

/** The video to go on with: as in the plan the one that was left last, else, of those not started, the first to close. */
export function nextVideo(rows: readonly VideoRow[]): VideoRow | null {
  const open = rows.filter(({ isOpen }) => isOpen)
  const unseen = open.filter(({ watch }) => watch === 'start')
  return findLeftLast(open) ?? unseen.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))[0] ?? null
}

export type Closing = {
  /** All that close then, of those that are not finished where there is one. */
  first: VideoRow[]
  closesAt: string
  /** Whether no open video closes earlier, and whether all close then. */
  isFirst: boolean
  isAll: boolean
}

/** What closes first of what is still to be watched. */
export function firstToClose(rows: readonly VideoRow[]): Closing | null {
  const open = rows.filter(({ isOpen }) => isOpen)
  const unfinished = open.filter(({ watch }) => watch !== 'replay')
  const asked = unfinished.length > 0 ? unfinished : open
  const [closesAt] = asked.map(({ expiresAt }) => expiresAt).toSorted()
  if (closesAt === undefined) return null
  const isThen = ({ expiresAt }: VideoRow) => expiresAt === closesAt
  return {
    first: asked.filter(isThen),
    closesAt,
    isFirst: open.every(({ expiresAt }) => expiresAt >= closesAt),
    isAll: open.length > 1 && open.every(isThen),
  }
}
