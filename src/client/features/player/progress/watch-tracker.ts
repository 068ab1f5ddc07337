import { listen } from '#client/lib/listen.ts'
import { mergeWatched, toWatchedRange, type WatchedRange } from '#shared/progress/watched.ts'

export type WatchTracker = {
  /** Whether a whole second was played since the last `take`. */
  hasMore(): boolean
  /** What was played since the last `take`. */
  take(): WatchedRange[]
  stop(): void
}

const EVENTS = ['timeupdate', 'play', 'playing', 'seeking', 'seeked', 'pause', 'ended', 'emptied']

/**
 * Notes what a media element plays: stretches in which its time ran on. A jump ends a stretch where it was left, at
 * whatever speed it played; the place jumped to begins another.
 */
export function createWatchTracker(
  element: HTMLMediaElement,
  before: readonly WatchedRange[] = [],
): WatchTracker {
  let played: WatchedRange[] = [...before]
  let stretch: { from: number; to: number } | null = null

  function end() {
    const range = stretch && toWatchedRange(stretch.from, stretch.to)
    if (range) played.push(range)
    stretch = null
  }

  function note() {
    // Neither has a video that is being fetched again a time that means anything.
    if (element.seeking || element.readyState === element.HAVE_NOTHING) return end()
    const { currentTime, paused } = element
    if (stretch && currentTime < stretch.to) end()
    if (stretch) stretch.to = currentTime
    else if (!paused) stretch = { from: currentTime, to: currentTime }
  }

  note()
  const stop = listen(element, EVENTS, note)
  return {
    hasMore: () =>
      played.length > 0 || (stretch !== null && toWatchedRange(stretch.from, stretch.to) !== null),
    take() {
      note()
      const goesOnAt = stretch?.to
      end()
      if (goesOnAt !== undefined) stretch = { from: goesOnAt, to: goesOnAt }
      const taken = mergeWatched(played)
      played = []
      return taken
    },
    stop,
  }
}
