import { bad, caution, good, type Outcome } from './outcome.ts'

/** What every video of the shop is: H.264 High picture and AAC sound in MP4 (RFC 6381 names). */
const VIDEO_TYPE = 'video/mp4; codecs="avc1.64001f, mp4a.40.2"'
/** Far longer than a free piece takes to begin on a line on which videos can be watched. */
const BEGIN_WITHIN_MS = 20_000
/** This far into the free piece, pictures have been decoded one after the other. */
const PLAYED_SECONDS = 0.4

const UPDATE =
  'Update the browser, or use the newest Chrome, Edge, Firefox or Safari. On Linux, install its H.264 codecs.'

type Played = { width: number; height: number; frames: number | null }
type ErrorInfo = { error: 'format' | 'decode' | 'fetch' | 'blocked' | 'slow' | 'no-picture' }

/** Whether this browser plays what the videos are made of, tried on a free piece where there is one. */
export async function testPicture(source: string | null): Promise<Outcome> {
  const video = document.createElement('video')
  const answer = video.canPlayType(VIDEO_TYPE)
  if (answer === '') {
    const text = 'This browser does not play the films’ format: MP4 with H.264 picture and AAC sound.'
    return bad('canPlayType says no', text, UPDATE)
  }
  if (source === null) {
    return good(
      `canPlayType says ${answer}; no free piece to try`,
      'Your browser says it can play the films.',
    )
  }
  const played = await play(video, source)
  if ('error' in played) return describeError(played.error, answer)
  return good(
    `canPlayType says ${answer}; ${played.width} × ${played.height}, ${played.frames ?? 'unknown'} frames`,
    'Your browser played a free clip and drew its pictures.',
  )
}

function describeError(error: ErrorInfo['error'], answer: string): Outcome {
  const detail = `canPlayType says ${answer}; ${error}`
  switch (error) {
    case 'format':
    case 'decode':
      return bad(detail, 'This browser fetched a free clip and could not decode it.', UPDATE)
    case 'no-picture':
      return bad(
        detail,
        'The sound of a free clip ran, and no picture came.',
        `Turn “hardware acceleration” off in the browser’s settings, and try again. ${UPDATE}`,
      )
    case 'fetch':
      return bad(
        detail,
        'The free clip broke off while it was fetched.',
        'Try another network, and turn off any VPN or blocker for this site.',
      )
    case 'slow':
      return bad(
        detail,
        'The free clip did not begin within twenty seconds.',
        'Come closer to the router, or try another network.',
      )
    case 'blocked':
      return caution(
        detail,
        'The browser did not let the free clip start by itself.',
        'Films begin when you press play. To try the picture here, allow autoplay for this site.',
      )
  }
}

function play(video: HTMLVideoElement, source: string): Promise<Played | ErrorInfo> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const { signal } = stop
    const settle = (answer: Played | ErrorInfo) => {
      stop.abort()
      clearTimeout(timer)
      video.pause()
      video.removeAttribute('src')
      video.load()
      resolve(answer)
    }
    const timer = setTimeout(() => settle({ error: 'slow' }), BEGIN_WITHIN_MS)
    video.addEventListener('error', () => settle({ error: nameError(video.error) }), { signal })
    video.addEventListener(
      'timeupdate',
      () => {
        if (video.currentTime < PLAYED_SECONDS) return
        const { videoWidth: width, videoHeight: height } = video
        const frames = video.getVideoPlaybackQuality?.().totalVideoFrames ?? null
        settle(width === 0 || frames === 0 ? { error: 'no-picture' } : { width, height, frames })
      },
      { signal },
    )
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = source
    video.play().catch((error: unknown) => {
      // Any other refusal comes as the element's own error.
      if (error instanceof DOMException && error.name === 'NotAllowedError') settle({ error: 'blocked' })
    })
  })
}

function nameError(error: MediaError | null): ErrorInfo['error'] {
  switch (error?.code) {
    case 2:
      return 'fetch'
    case 3:
      return 'decode'
    default:
      return 'format'
  }
}
