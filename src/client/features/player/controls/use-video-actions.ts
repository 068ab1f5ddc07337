import { useEffect } from 'react'
import { type Chapter, chapterAt } from '#client/features/player/captions/chapters.ts'
import type { VideoAction } from '#client/features/player/parts/keys.ts'
import { changePlayerSettings, usePlayerSettings } from '#client/features/player/parts/player-settings.ts'
import { nextSpeed } from '#client/features/player/parts/speeds.ts'

type Parts = {
  /** Play, after asking for access again where that is due. */
  play(): Promise<void>
  chapters: readonly Chapter[]
  /** What is done to the player around the video. */
  onAsk(what: 'full-screen' | 'help' | 'settings' | 'write-note' | 'transcript'): void
}

export type VideoActions = {
  seek(seconds: number): void
  playOrPause(): void
  setRate(rate: number): void
  setVolume(volume: number): void
  toggleMute(): void
  toggleCaptions(): void
  act(action: VideoAction): void
}

/** So far into a chapter, one step back leads to its own beginning. */
const BACK_TO_ITS_START_SECONDS = 3

/** Everything a person can do to a video, by key, pointer or touch; what they choose is remembered. */
export function useVideoActions(video: HTMLVideoElement | null, parts: Parts): VideoActions {
  const { rate, volume, isMuted, hasCaptions } = usePlayerSettings()

  useEffect(() => {
    if (!video) return
    video.preservesPitch = true
    // Loading a video again goes back to the default.
    video.defaultPlaybackRate = rate
    video.playbackRate = rate
    video.volume = volume
    video.muted = isMuted
  }, [video, rate, volume, isMuted])

  function seek(seconds: number) {
    if (!video || !(video.duration > 0)) return
    video.currentTime = Math.max(0, Math.min(video.duration, seconds))
  }

  function playOrPause() {
    if (!video) return
    if (video.paused || video.ended) void parts.play()
    else video.pause()
  }

  function toChapter(step: 1 | -1) {
    if (!video) return
    const now = chapterAt(parts.chapters, video.currentTime)
    const start = parts.chapters[now]?.startSeconds ?? 0
    if (step === -1 && video.currentTime - start > BACK_TO_ITS_START_SECONDS) return seek(start)
    const next = parts.chapters[Math.max(0, now + step)]
    if (next) seek(next.startSeconds)
  }

  const setRate = (next: number) => changePlayerSettings({ rate: next })
  const setVolume = (next: number) => {
    const bounded = Math.round(Math.max(0, Math.min(1, next)) * 100) / 100
    changePlayerSettings({ volume: bounded, isMuted: bounded === 0 })
  }
  const toggleMute = () => changePlayerSettings({ isMuted: !isMuted, volume: volume || 1 })
  const toggleCaptions = () => changePlayerSettings({ hasCaptions: !hasCaptions })

  function act(action: VideoAction) {
    if (!video) return
    switch (action.do) {
      case 'play-or-pause':
        return playOrPause()
      case 'play':
        return void parts.play()
      case 'pause':
        return video.pause()
      case 'skip':
        return seek(video.currentTime + action.seconds)
      case 'to-tenth':
        return seek((video.duration * action.tenth) / 10)
      case 'chapter':
        return toChapter(action.step)
      case 'volume':
        return setVolume((isMuted ? 0 : volume) + action.step)
      case 'speed':
        return setRate(nextSpeed(rate, action.step))
      case 'mute':
        return toggleMute()
      case 'captions':
        return toggleCaptions()
      default:
        return parts.onAsk(action.do)
    }
  }

  return { seek, playOrPause, setRate, setVolume, toggleMute, toggleCaptions, act }
}
