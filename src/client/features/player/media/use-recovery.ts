import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#client/lib/listen.ts'
import { dismissToast, toast } from '#client/lib/toast.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { RenewAccess, VideoSource } from './use-video-access.ts'
import { type ErrorInfo, findError } from './video-error.tsx'

/** Pauses before the first tries, in milliseconds; after the last of them the error is shown. */
const TRY_AFTER_MS = [0, 1_000, 4_000]
/** And then every so often, for as long as the player stays open. */
const TRY_EVERY_MS = 15_000

export type Recovery = {
  state: 'well' | 'trying' | 'broken'
  /** Why a video is `broken`: the first tries have failed, or more would be of no use. */
  error: ErrorInfo | null
  /** A try that the person asked for is under way: what is said of the error stays meanwhile. */
  isTrying: boolean
  /** The place to go back to while the video is fetched again; null when all is well. */
  heldPosition: RefObject<number | null>
  tryAgain(): void
  /** The video goes on from another address, at the same place. */
  switchTo(url: string): void
  /** Other devices play: the server wants this player to stop. */
  stopFor(error: ErrorInfo): void
}

type VideoPlayer = {
  url: string
  setUrl(url: string): void
  /** What the server answered last. */
  setSource(source: VideoSource): void
  /** The address that is wanted of an answer. */
  urlIn(source: VideoSource): string
  renew: RenewAccess
  hasBegun: boolean
}

/**
 * When a video cannot be read any further, access is asked for again and the video goes on where it was. When it
 * stays broken, a notice says why, and the tries go on; coming back online is a reason for one at once (requirements §8).
 */
export function useRecovery(video: HTMLVideoElement | null, playback: VideoPlayer): Recovery {
  const [state, setState] = useState<Recovery['state']>('well')
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isTrying, setTrying] = useState(false)
  const heldPosition = useRef<number | null>(null)
  /** What the person wants; the element of a video that failed stands paused. */
  const isToPlay = useRef(false)
  const attempt = useRef(0)
  const notice = useRef<string | null>(null)
  const current = useRef(playback)
  useEffect(() => {
    current.current = playback
  })

  /** The notice of an older error must not stay over a video that plays, or over another error. */
  const dismissNotice = useCallback(() => {
    if (notice.current !== null) dismissToast(notice.current)
    notice.current = null
  }, [])

  const resume = useCallback(
    (element: HTMLVideoElement) => {
      dismissNotice()
      if (current.current.hasBegun) element.currentTime = heldPosition.current ?? 0
      heldPosition.current = null
      setState('well')
      setTrying(false)
      setError(null)
      if (isToPlay.current && current.current.hasBegun) element.play().catch(() => undefined)
    },
    [dismissNotice],
  )

  const tryAgain = useCallback(() => {
    if (!video) return
    attempt.current += 1
    void recover(attempt.current, video)

    async function recover(mine: number, element: HTMLVideoElement) {
      const isStale = () => attempt.current !== mine
      heldPosition.current ??= element.currentTime
      setState((before) => (before === 'broken' ? before : 'trying'))
      setTrying(true)
      for (let tries = 0; ; tries += 1) {
        await pause(TRY_AFTER_MS[tries] ?? TRY_EVERY_MS)
        if (isStale()) return
        const found = await fetchAgain(element)
        if (isStale() || found === 'ended') return
        if (found === 'loaded') return resume(element)
        if (tries >= TRY_AFTER_MS.length - 1 || found.reason === 'elsewhere') report(found, tries)
      }
    }

    function report(found: ErrorInfo, tries: number) {
      setState('broken')
      setTrying(false)
      setError(found)
      if (found.reason === 'elsewhere') return dismissNotice()
      // A video that has been playing is still loaded as far as it got: the words in its place say what is wrong.
      const isLineLost = current.current.hasBegun && found.reason !== 'format'
      if (tries !== TRY_AFTER_MS.length - 1 || isLineLost) return
      notice.current = toast({
        title: playerMessages.errorTitle,
        description: playerMessages.error,
        tone: 'bad',
      })
    }

    /** 'ended' when access has ended, which is shown elsewhere. */
    async function fetchAgain(element: HTMLVideoElement): Promise<'loaded' | 'ended' | ErrorInfo> {
      const { url, setUrl, setSource, renew, urlIn } = current.current
      try {
        const source = await renew()
        if (source === null) return 'ended'
        const isLoaded = loaded(element)
        const next = urlIn(source)
        setSource(source)
        if (next === url) element.load()
        else setUrl(next)
        return (await isLoaded) ? 'loaded' : await findError(next)
      } catch {
        return { reason: navigator.onLine ? 'unavailable' : 'offline' }
      }
    }
  }, [video, resume, dismissNotice])

  const switchTo = useCallback(
    (url: string) => {
      if (!video) return
      attempt.current += 1
      const mine = attempt.current
      heldPosition.current ??= video.currentTime
      setState('trying')
      void loaded(video).then((isLoaded) => {
        if (attempt.current !== mine) return
        if (isLoaded) resume(video)
        else tryAgain()
      })
      current.current.setUrl(url)
    },
    [video, resume, tryAgain],
  )

  const stopFor = useCallback(
    (found: ErrorInfo) => {
      const wasToPlay = isToPlay.current
      video?.pause()
      isToPlay.current = wasToPlay
      dismissNotice()
      setState('broken')
      setError(found)
    },
    [video, dismissNotice],
  )

  useEffect(() => {
    if (!video) return
    const onError = () => {
      // While it is being tried, the try itself sees the error.
      if (heldPosition.current === null) tryAgain()
    }
    const onPlay = () => {
      isToPlay.current = true
    }
    const onPause = () => {
      if (video.error === null) isToPlay.current = false
    }
    const onOnline = () => {
      if (heldPosition.current !== null) tryAgain()
    }
    const stops = [
      listen(video, ['play'], onPlay),
      listen(video, ['pause'], onPause),
      listen(video, ['error'], onError),
      listen(window, ['online'], onOnline),
    ]
    return () => {
      attempt.current += 1
      for (const stop of stops) stop()
    }
  }, [video, tryAgain])

  useStall(video, () => {
    if (heldPosition.current === null) tryAgain()
  })

  return { state, error, isTrying, heldPosition, tryAgain, switchTo, stopFor }
}

/** Waits so many milliseconds; not at all for none. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds === 0) resolve()
    else setTimeout(resolve, milliseconds)
  })
}

/** Whether the element gets as far as knowing the video that it loads next. */
function loaded(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const settle = (isLoaded: boolean) => () => {
      stop.abort()
      resolve(isLoaded)
    }
    video.addEventListener('loadedmetadata', settle(true), { signal: stop.signal })
    video.addEventListener('error', settle(false), { signal: stop.signal })
  })
}

/** No byte has come for so long although the video should play: browsers try for minutes before they report it. */
const STALLED_AFTER_MS = 8_000

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

/** Reports that a video stands still and nothing arrives. On a slow line bytes do arrive. */
function useStall(video: HTMLVideoElement | null, onStall: () => void): void {
  const report = useEffectEvent(onStall)
  useEffect(() => {
    if (!video) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = listen(video, EVENTS, () => {
      clearTimeout(timer)
      if (isStuck(video)) timer = setTimeout(() => report(), STALLED_AFTER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [video])
}

function isStuck(video: HTMLVideoElement): boolean {
  if (video.error || video.ended || video.readyState === video.HAVE_NOTHING) return false
  return video.seeking || (!video.paused && video.readyState < video.HAVE_FUTURE_DATA)
}
