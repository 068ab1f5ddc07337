import { useEffect, useState } from 'react'
import { listen } from '#client/lib/listen.ts'

const BEFORE = {
  isPlaying: false,
  /** Nothing to show for the moment, though it should play. */
  isWaiting: false,
  hasEnded: false,
  positionSeconds: 0,
  /** 0 until it is known. */
  durationSeconds: 0,
  rate: 1,
  volume: 1,
  isMuted: false,
}

export type PlaybackState = typeof BEFORE

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'canplay',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'ratechange',
  'volumechange',
]

/** What a media element is doing. */
export function usePlaybackState(video: HTMLVideoElement | null): PlaybackState {
  const [state, setState] = useState(BEFORE)
  useEffect(() => {
    if (!video) return
    const read = () => setState((before) => next(before, stateOf(video), video))
    read()
    return listen(video, EVENTS, read)
  }, [video])
  return state
}

/** A video that is fetched again has no length and no position for a moment: the earlier ones stay. */
function next(before: PlaybackState, now: PlaybackState, video: HTMLVideoElement): PlaybackState {
  if (video.readyState !== video.HAVE_NOTHING || before.durationSeconds === 0) return now
  const { positionSeconds, durationSeconds } = before
  return { ...now, positionSeconds, durationSeconds }
}

function stateOf(video: HTMLVideoElement): PlaybackState {
  return {
    isPlaying: !video.paused && !video.ended,
    isWaiting: !video.paused && !video.ended && video.readyState < video.HAVE_FUTURE_DATA,
    hasEnded: video.ended,
    positionSeconds: video.currentTime,
    durationSeconds: Number.isFinite(video.duration) ? video.duration : 0,
    rate: video.playbackRate,
    volume: video.volume,
    isMuted: video.muted,
  }
}
