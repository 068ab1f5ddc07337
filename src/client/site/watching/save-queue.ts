import { mergeWatched, mostWatchedRanges, type WatchedRange } from '#shared/progress/watched.ts'

/** One save of the player, numbered within its play session. */
export type VideoSave = {
  userId: string
  videoId: number
  progress: number
  completed: boolean
  positionSeconds: number
  /** What was played and has not arrived yet. */
  watched: WatchedRange[]
  playSession: string
  sequence: number
  /** When it was made, by this browser's clock in milliseconds: only ever compared with that clock. */
  madeAt: number
}

type SaveQueueParts = {
  send(save: VideoSave): Promise<unknown>
  /** True when the server has refused: sending the same again would be no use. */
  isRefusal(error: unknown): boolean
  /** Told of a refusal: access may have ended. */
  onRefused(error: unknown): void
  /** Writes down what has not arrived yet, where it outlives the page; null when all has. */
  keep(save: VideoSave | null): void
  /** Told of every failure that is no refusal, for the log. */
  report(error: unknown): void
  /** Calls back after a pause that grows with the failures in a row. */
  later(retry: () => void, failures: number): void
}

export type SaveQueue = {
  /**
   * Sends a save, or the newest one once the line is free; settles when there is nothing more to try now. In the
   * pause after a failure the save is kept, and goes when the pause is over.
   */
  push(save: VideoSave): Promise<void>
  /** Sends at once, whatever is under way: for a page that is about to go. The sequence keeps the order. */
  flush(save: VideoSave): void
  /** Tries again what has not arrived. */
  retry(): Promise<void>
}

/**
 * Saves go one after the other, and only the newest of those that wait. A failure is logged, kept and tried again,
 * and never reaches the video (requirements §8, "progress-save failures only logged").
 */
export function createSaveQueue(parts: SaveQueueParts): SaveQueue {
  let waiting: VideoSave | null = null
  let running: Promise<void> | null = null
  let failures = 0
  let isPauseRunning = false

  function add(save: VideoSave): VideoSave {
    // What an unsent save said of completing the video, and of what was played, must not get lost with it.
    const watched = mergeWatched([...(waiting?.watched ?? []), ...save.watched]).slice(-mostWatchedRanges)
    waiting = { ...save, watched, completed: save.completed || waiting?.completed === true }
    return waiting
  }

  function done(save: VideoSave) {
    if (waiting !== save) return
    waiting = null
    parts.keep(null)
  }

  async function run(): Promise<void> {
    while (waiting !== null) {
      const save: VideoSave = waiting
      try {
        await parts.send(save)
        failures = 0
        done(save)
      } catch (error) {
        if (!parts.isRefusal(error)) {
          failures += 1
          parts.keep(waiting)
          parts.report(error)
          pause()
          return
        }
        done(save)
        parts.onRefused(error)
      }
    }
  }

  /** One at a time, however many tries fail meanwhile. */
  function pause() {
    if (isPauseRunning) return
    isPauseRunning = true
    parts.later(() => {
      isPauseRunning = false
      void retry()
    }, failures)
  }

  function retry(): Promise<void> {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  return {
    push(save) {
      const newest = add(save)
      if (failures === 0 || !isPauseRunning) return retry()
      parts.keep(newest)
      return Promise.resolve()
    },
    flush(save) {
      const last = add(save)
      parts.keep(last)
      parts.send(last).then(
        () => done(last),
        () => undefined,
      )
    },
    retry,
  }
}
