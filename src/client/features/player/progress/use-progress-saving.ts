import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { RenewAccess } from '#client/features/player/media/use-video-access.ts'
import type { ErrorInfo } from '#client/features/player/media/video-error.tsx'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { listen } from '#client/lib/listen.ts'
import { trpc } from '#client/lib/trpc.ts'
import { createSaveQueue } from '#client/site/watching/save-queue.ts'
import { browserTime, createProgressSender, isRefusedForGood } from '#client/site/watching/send-progress.ts'
import { keepSave, keptSaves } from '#client/site/watching/unsent-saves.ts'
import { progressSaveEverySeconds } from '#shared/limits.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { isCompleted, percentAt } from '#shared/progress/progress.ts'
import { createWatchTracker } from './watch-tracker.ts'

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
  const onRefused = useEffectEvent(saving.onRefused)

  useEffect(() => {
    if (!video || !isOn) return
    const element = video
    let isClosed = false
    const owner = { userId, videoId }
    const sender = createProgressSender()
    const queue = createSaveQueue({
      send: sender.save,
      isRefusal: isRefusedForGood,
      onRefused: (error) => {
        if (!isClosed) onRefused(error)
      },
      keep: (save) => keepSave(owner, save),
      // biome-ignore lint/suspicious/noConsole: the browser's log is where requirements §8 wants these failures, and nowhere else
      report: (error) => console.warn('The place in the film could not be saved; it is tried again.', error),
      later: (retry, failures) => {
        const seconds = Math.min(LONGEST_PAUSE_SECONDS, progressSaveEverySeconds * 2 ** (failures - 1))
        setTimeout(retry, seconds * 1_000)
      },
    })
    // A save that was kept from an earlier visit goes out with this one's first, moved or not.
    const unsent = keptSaves.read()?.find((kept) => kept.userId === userId && kept.videoId === videoId)
    const tracker = createWatchTracker(element, unsent?.watched)
    let last = { position: unsent ? -1 : element.currentTime, completed: false }
    let duration = 0

    /** The next save; null when nothing has moved, or there is no length to measure by. */
    function next() {
      const position = heldPosition.current ?? element.currentTime
      if (element.duration > 0) duration = element.duration
      if (duration === 0) return null
      const progress = element.ended ? 100 : percentAt(position, duration)
      const completed = isCompleted(progress)
      const isMoved = position !== last.position || completed !== last.completed
      if (!isMoved && !tracker.hasMore()) return null
      last = { position, completed }
      sequence.current += 1
      const positionSeconds = Math.round(position * 1_000) / 1_000
      const made = { playSession, sequence: sequence.current, madeAt: browserTime() }
      return { ...owner, ...made, progress, completed, positionSeconds, watched: tracker.take() }
    }

    async function save() {
      const found = next()
      if (found) await queue.push(found)
    }
    function flush() {
      const found = next()
      if (found) queue.flush(found)
    }
    function leavePage() {
      flush()
      sender.leave({ userId, playSession }).catch(() => undefined)
    }
    const onTick = () => {
      if (!element.paused) void save()
    }
    const onHidden = () => {
      if (document.visibilityState === 'hidden') flush()
    }
    const timer = setInterval(onTick, progressSaveEverySeconds * 1_000)
    const stops = [
      tracker.stop,
      listen(element, ['pause', 'ended'], () => void save()),
      listen(window, ['pagehide'], leavePage),
      listen(document, ['visibilitychange'], onHidden),
      listen(window, ['online'], () => void queue.retry()),
    ]
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      isClosed = true
      // What was held goes first: a save makes a stream.
      void save()
        .then(() => sender.leave({ userId, playSession }).catch(() => undefined))
        .then(() => utils.progress.invalidate())
    }
  }, [video, isOn, userId, videoId, playSession, heldPosition, utils])
}

type Parts = { renew: RenewAccess; stopFor(error: ErrorInfo): void }

/** What follows a refused save: other devices play, or access has ended. */
export function useSaveRefusal({ renew, stopFor }: Parts): (error: unknown) => void {
  return useCallback(
    (error) => {
      if (errorCode(error) === 'TOO_MANY_STREAMS') {
        return stopFor({ reason: 'elsewhere', message: errorText(error, networkMessages.failed) })
      }
      // Asking shows whether access has ended; a network that fails meanwhile shows nothing new.
      void renew().catch(() => undefined)
    },
    [renew, stopFor],
  )
}
