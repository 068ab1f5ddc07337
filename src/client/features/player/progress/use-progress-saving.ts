import { useEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { browserTime } from '#client/site/watching/browser-time.ts'
import { isRefusedForGood } from '#client/site/watching/is-refused.ts'
import { createSaveQueue } from '#client/site/watching/save-queue.ts'
import { createProgressSender } from '#client/site/watching/send-progress.ts'
import { keepSave, keptSaves } from '#client/site/watching/unsent-saves.ts'
import { progressSaveEverySeconds } from '#shared/limits.ts'
import { isCompleted, percentAt } from '#shared/progress/progress.ts'

type Saving = {
  userId: string
  videoId: number
  playSession: string
  /** Not before the video stands where it should: a video that has not begun has no position to save. */
  isOn: boolean
  /** The place of a video that is being fetched again, whose element stands at 0 meanwhile. */
  heldPosition: { readonly current: number | null }
  /** The server would not take a save: access may have ended. */
  onRefused(error: unknown): void
}

const LONGEST_PAUSE_SECONDS = 60

/** Saves every 5 seconds while playing, on pause, at the end, on closing, and when the page goes (requirements §4). */
export function useProgressSaving(video: HTMLVideoElement | null, saving: Saving): void {
  const { userId, videoId, playSession, isOn, heldPosition } = saving
  const utils = trpc.useUtils()
  const sequence = useRef(0)
  const onRefused = useRef(saving.onRefused)
  useEffect(() => {
    onRefused.current = saving.onRefused
  }, [saving.onRefused])

  useEffect(() => {
    if (!video || !isOn) return
    const element = video
    let isClosed = false
    const whose = { userId, videoId }
    const sender = createProgressSender()
    const queue = createSaveQueue({
      send: sender.save,
      isRefusal: isRefusedForGood,
      onRefused: (error) => {
        if (!isClosed) onRefused.current(error)
      },
      keep: (save) => keepSave(whose, save),
      // biome-ignore lint/suspicious/noConsole: the browser's log is where requirements §8 wants these failures, and nowhere else
      report: (error) => console.warn('The place in the film could not be saved; it is tried again.', error),
      later: (retry, failures) => {
        const seconds = Math.min(LONGEST_PAUSE_SECONDS, progressSaveEverySeconds * 2 ** (failures - 1))
        setTimeout(retry, seconds * 1_000)
      },
    })
    // A save that was kept from an earlier visit goes out with this one's first, moved or not.
    const isOwed = keptSaves.read()?.some((kept) => kept.userId === userId && kept.videoId === videoId)
    let last = { position: isOwed ? -1 : element.currentTime, completed: false }
    let duration = 0

    /** The next save; null when nothing has moved, or there is no length to measure by. */
    function next() {
      const position = heldPosition.current ?? element.currentTime
      if (element.duration > 0) duration = element.duration
      if (duration === 0) return null
      const progress = element.ended ? 100 : percentAt(position, duration)
      const completed = isCompleted(progress)
      if (position === last.position && completed === last.completed) return null
      last = { position, completed }
      sequence.current += 1
      const positionSeconds = Math.round(position * 1_000) / 1_000
      const madeAt = browserTime()
      return {
        ...whose,
        progress,
        completed,
        positionSeconds,
        playSession,
        sequence: sequence.current,
        madeAt,
      }
    }

    async function save() {
      const found = next()
      if (found) await queue.push(found)
    }
    function flush() {
      const found = next()
      if (found) queue.flush(found)
    }
    function goAway() {
      flush()
      sender.leave({ userId, playSession }).catch(() => undefined)
    }
    const onTick = () => {
      if (!element.paused) void save()
    }
    const onEvent = () => void save()
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    const onOnline = () => void queue.retry()

    const timer = setInterval(onTick, progressSaveEverySeconds * 1_000)
    element.addEventListener('pause', onEvent)
    element.addEventListener('ended', onEvent)
    window.addEventListener('pagehide', goAway)
    document.addEventListener('visibilitychange', onHidden)
    window.addEventListener('online', onOnline)
    return () => {
      clearInterval(timer)
      element.removeEventListener('pause', onEvent)
      element.removeEventListener('ended', onEvent)
      window.removeEventListener('pagehide', goAway)
      document.removeEventListener('visibilitychange', onHidden)
      window.removeEventListener('online', onOnline)
      isClosed = true
      // What was held goes first: a save makes a stream.
      void save()
        .then(() => sender.leave({ userId, playSession }).catch(() => undefined))
        .then(() => utils.progress.invalidate())
    }
  }, [video, isOn, userId, videoId, playSession, heldPosition, utils])
}
