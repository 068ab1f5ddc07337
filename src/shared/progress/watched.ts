/** A part of a video that was played, in whole seconds: from the first, up to and not including the second. */
export type WatchedRange = [from: number, to: number]

/** More than a save of a few minutes can hold; what is waiting offline is merged down to it. */
export const mostWatchedRanges = 500

/** The whole seconds of a stretch that played; null for less than one. Stretches that touch stay in touch. */
export function toWatchedRange(from: number, to: number): WatchedRange | null {
  const range: WatchedRange = [Math.round(from), Math.round(to)]
  return range[0] < range[1] ? range : null
}

/** Their union: in order, apart, and none twice. */
export function mergeWatched(ranges: readonly WatchedRange[]): WatchedRange[] {
  const merged: WatchedRange[] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

type Watched = {
  /** The position in percent. */
  progress: number
  /** What was played in seconds; null where no client has told, and then the position stands for it. */
  watchedSeconds?: number | null | undefined
  durationSeconds?: number | null | undefined
}

/** How much of a video was watched, 0 to 1: what was played where that is known, else the position. */
export function watchedShare({ progress, watchedSeconds, durationSeconds }: Watched): number {
  if (typeof watchedSeconds !== 'number' || !durationSeconds) return progress / 100
  return Math.min(1, watchedSeconds / durationSeconds)
}

/** Whole minutes of a video that are still to be watched; a completed one has none. */
export function minutesLeft(minutes: number, video: Watched & { completed: boolean }): number {
  return video.completed ? 0 : Math.ceil(Number((minutes * (1 - watchedShare(video))).toFixed(6)))
}
