import { useEffect } from 'react'
import { cueAt } from '#client/features/player/captions/captions.ts'
import type { VideoAction } from '#client/features/player/parts/keys.ts'
import { changePlayerSettings, usePlayerSettings } from '#client/features/player/parts/player-settings.ts'
import type { Cue } from '#shared/catalog/vtt.ts'

type Parts = {
  /** Play, after asking for access again where that is due. */
  play(): Promise<void>
  chapters: readonly Cue[]
  /** For what is done to the player around the video. */
  onAction(action: 'full-screen' | 'help' | 'settings' | 'write-note' | 'transcript'): void
}

export type VideoActions = ReturnType<typeof useVideoActions>

/** Later than this in a chapter, a step back leads to its own start. */
const BACK_TO_ITS_START_SECONDS = 3

/** What a person can do to a video by key, pointer or touch; settings are remembered. */
export function useVideoActions(video: HTMLVideoElement | null, parts: Parts) {
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
    const now = cueAt(parts.chapters, video.currentTime)
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
        return parts.onAction(action.do)
    }
  }

  return { seek, playOrPause, setRate, setVolume, toggleMute, toggleCaptions, act }
}

/** How fast a video may play; the pitch of the voice is kept. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/** The next speed up or down; the ends hold. */
export function nextSpeed(rate: number, step: 1 | -1): number {
  const faster = SPEEDS.find((speed) => speed > rate)
  const slower = SPEEDS.findLast((speed) => speed < rate)
  return (step === 1 ? faster : slower) ?? rate
}

/** "1.25×" */
export function speedText(rate: number): string {
  return `${rate}×`
}
