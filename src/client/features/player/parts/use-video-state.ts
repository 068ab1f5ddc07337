import { useEffect, useState } from 'react'

export type PlaybackState = {
  isPlaying: boolean
  /** Nothing to show for the moment, though it should play. */
  isWaiting: boolean
  hasEnded: boolean
  positionSeconds: number
  /** 0 until it is known. */
  durationSeconds: number
  rate: number
  volume: number
  isMuted: boolean
}

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

/** What a media element is doing; the element is the one that knows. */
export function usePlaybackState(video: HTMLVideoElement | null): PlaybackState {
  const [state, setState] = useState<PlaybackState>(BEFORE)
  useEffect(() => {
    if (!video) return
    const read = () => setState((before) => follow(before, stateOf(video), video))
    read()
    for (const event of EVENTS) video.addEventListener(event, read)
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, read)
    }
  }, [video])
  return state
}

const BEFORE: PlaybackState = {
  isPlaying: false,
  isWaiting: false,
  hasEnded: false,
  positionSeconds: 0,
  durationSeconds: 0,
  rate: 1,
  volume: 1,
  isMuted: false,
}

/** A video that is fetched again knows neither its length nor its place for a moment: what was known stands. */
function follow(before: PlaybackState, now: PlaybackState, video: HTMLVideoElement): PlaybackState {
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
