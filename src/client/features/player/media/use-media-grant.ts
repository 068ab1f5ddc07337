import { useCallback, useEffect, useRef } from 'react'
import { mediaGrantMinutes } from '#shared/limits.ts'
import type { RenewAccess } from './use-video-access.ts'

/** A little less than the server's own limit, so that the video is never refused. */
const STALE_AFTER_MS = (mediaGrantMinutes - 2) * 60_000

/**
 * Access lapses ten minutes after a video was last used: play after a long pause asks for it again, which renews
 * the URL that is playing (requirements §5). Gives back play.
 */
export function useFreshGrant(video: HTMLVideoElement | null, renew: RenewAccess): () => Promise<void> {
  const usedAt = useRef(0)

  useEffect(() => {
    if (!video) return
    const use = () => {
      usedAt.current = performance.now()
    }
    // A browser's own controls start the video without asking us: then it is renewed while it plays.
    const onPlay = () => {
      if (isStale(usedAt.current)) void renew().catch(() => undefined)
      use()
    }
    use()
    video.addEventListener('timeupdate', use)
    video.addEventListener('play', onPlay)
    return () => {
      video.removeEventListener('timeupdate', use)
      video.removeEventListener('play', onPlay)
    }
  }, [video, renew])

  return useCallback(async () => {
    if (!video) return
    try {
      if (isStale(usedAt.current) && (await renew()) === null) return
      usedAt.current = performance.now()
      await video.play()
    } catch {
      // Either the video tells in a moment why it cannot be read, or the browser wants another press.
    }
  }, [video, renew])
}

function isStale(usedAt: number): boolean {
  return performance.now() - usedAt > STALE_AFTER_MS
}
