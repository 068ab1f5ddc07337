import { useEffect, useEffectEvent } from 'react'
import { SKIP_SECONDS } from '#client/features/player/parts/keys.ts'
import type { PlaybackState } from '#client/features/player/parts/use-video-state.ts'
import { SHOP_NAME } from '#client/site/page-meta.ts'
import type { VideoActions } from './use-video-actions.ts'

type MediaKeys = {
  title: string
  posterUrl: string | null
  playback: PlaybackState
  actions: VideoActions
}

/** The keys of a keyboard, a headset or a lock screen, and what is shown beside them (W3C Media Session). */
export function useMediaKeys(video: HTMLVideoElement | null, keys: MediaKeys): void {
  const { title, posterUrl, playback } = keys
  const act = useEffectEvent(keys.actions.act)
  const seek = useEffectEvent(keys.actions.seek)
  useEffect(() => {
    if (!video || !('mediaSession' in navigator) || typeof MediaMetadata === 'undefined') return
    const session = navigator.mediaSession
    const skip = (seconds: number) => seek(video.currentTime + seconds)
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => act({ do: 'play' })],
      ['pause', () => act({ do: 'pause' })],
      ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => seekTime != null && seek(seekTime)],
      ['previoustrack', () => act({ do: 'chapter', step: -1 })],
      ['nexttrack', () => act({ do: 'chapter', step: 1 })],
    ]
    const artwork = posterUrl === null ? [] : [{ src: posterUrl }]
    session.metadata = new MediaMetadata({ title, album: SHOP_NAME, artwork })
    for (const [action, handler] of handlers) setHandler(session, action, handler)
    return () => {
      session.metadata = null
      session.playbackState = 'none'
      for (const [action] of handlers) setHandler(session, action, null)
    }
  }, [video, title, posterUrl])

  const { isPlaying, durationSeconds, positionSeconds, rate } = playback
  useEffect(() => {
    if (!video || !('mediaSession' in navigator)) return
    navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused'
    if (durationSeconds === 0) return
    const position = Math.min(positionSeconds, durationSeconds)
    navigator.mediaSession.setPositionState?.({ duration: durationSeconds, playbackRate: rate, position })
  }, [video, isPlaying, durationSeconds, positionSeconds, rate])
}

/** Browsers refuse actions that they do not know. */
function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // The key has no meaning here.
  }
}
