import { useEffect, useRef } from 'react'

/** So long not one byte comes although the video should go on: browsers themselves try for minutes before they say so. */
const STANDSTILL_AFTER_MS = 8_000

const EVENTS = [
  'waiting',
  'seeking',
  'seeked',
  'playing',
  'pause',
  'canplay',
  'timeupdate',
  'progress',
  'emptied',
  'ended',
  'error',
]

/** Told when a video stands and nothing arrives any more. A slow line is none: bytes come. */
export function useStall(video: HTMLVideoElement | null, onStall: () => void): void {
  const tell = useRef(onStall)
  useEffect(() => {
    tell.current = onStall
  }, [onStall])

  useEffect(() => {
    if (!video) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      if (isStuck(video)) timer = setTimeout(() => tell.current(), STANDSTILL_AFTER_MS)
    }
    for (const event of EVENTS) video.addEventListener(event, look)
    return () => {
      clearTimeout(timer)
      for (const event of EVENTS) video.removeEventListener(event, look)
    }
  }, [video])
}

function isStuck(video: HTMLVideoElement): boolean {
  if (video.error || video.ended || video.readyState === video.HAVE_NOTHING) return false
  return video.seeking || (!video.paused && video.readyState < video.HAVE_FUTURE_DATA)
}
