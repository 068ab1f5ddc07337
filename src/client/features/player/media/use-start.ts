import { useEffect, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import { resumeSeekDelayMs } from '#shared/limits.ts'
import { playerMessages } from '#shared/messages/player.ts'
import { resumeAt } from '#shared/progress/progress.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'

type Begin = {
  saved: ProgressOutput | null
  atSeconds?: number | undefined
  /** Desktops play by themselves; phones wait for a press (requirements §4). */
  autoplay: boolean
}

/**
 * The beginning: at the last place, with a word about it, or at the start. True once the video stands where it
 * should, and its position means something.
 */
export function useBegin(video: HTMLVideoElement | null, { saved, atSeconds, autoplay }: Begin): boolean {
  const [hasBegun, setHasBegun] = useState(false)

  useEffect(() => {
    if (!video || hasBegun) return
    let seek: ReturnType<typeof setTimeout> | undefined

    function stand() {
      setHasBegun(true)
      // A browser that wants a press first leaves the video standing at its place.
      if (autoplay) video?.play().catch(() => undefined)
    }

    function begin() {
      if (!video) return
      const { progress = 0, completed = false, positionSeconds = null } = saved ?? {}
      const left = { percent: progress, completed, positionSeconds, durationSeconds: video.duration }
      const start = atSeconds ?? resumeAt(left)
      if (start === 0) return stand()
      seek = setTimeout(() => {
        video.currentTime = start
        if (atSeconds === undefined) {
          toast({
            title: playerMessages.resumingTitle,
            description: playerMessages.resuming(progress),
            tone: 'move',
          })
        }
        stand()
      }, resumeSeekDelayMs)
    }

    if (video.readyState >= video.HAVE_METADATA) begin()
    else video.addEventListener('loadedmetadata', begin, { once: true })
    return () => {
      clearTimeout(seek)
      video.removeEventListener('loadedmetadata', begin)
    }
  }, [video, hasBegun, saved, atSeconds, autoplay])

  return hasBegun
}
