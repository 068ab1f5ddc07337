import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { playerMessages } from '#shared/messages/player.ts'
import { toast } from '../../lib/toast.ts'
import type { RenewAccess } from './use-film-access.ts'

/** Pauses before the first tries, in milliseconds; after the last of them a person is told. */
const TRY_AFTER_MS = [0, 1_000, 4_000]
/** And then every so often, for as long as the player stays open. */
const TRY_EVERY_MS = 15_000

export type Recovery = {
  /** `broken`: the first tries are used up, and a person is told. */
  state: 'well' | 'trying' | 'broken'
  /** The place to go back to while the film is fetched anew; null when all is well. */
  heldPosition: RefObject<number | null>
  tryAgain(): void
}

type Film = {
  url: string
  setUrl(url: string): void
  renew: RenewAccess
  hasBegun: boolean
}

/**
 * When a film cannot be read any further, access is asked for again and the film goes on where it was. When it
 * stays broken, a notice says so, and the tries go on; coming back online is a reason for one at once (requirements §8).
 */
export function useRecovery(video: HTMLVideoElement | null, film: Film): Recovery {
  const [state, setState] = useState<Recovery['state']>('well')
  const heldPosition = useRef<number | null>(null)
  /** What the person wants; the element of a film that failed stands paused. */
  const isToPlay = useRef(false)
  const attempt = useRef(0)
  const current = useRef(film)
  useEffect(() => {
    current.current = film
  })

  const tryAgain = useCallback(() => {
    if (!video) return
    attempt.current += 1
    void recover(attempt.current, video)

    async function recover(mine: number, element: HTMLVideoElement) {
      const isStale = () => attempt.current !== mine
      heldPosition.current ??= element.currentTime
      setState('trying')
      for (let tries = 0; ; tries += 1) {
        if (tries === TRY_AFTER_MS.length) {
          setState('broken')
          toast({ title: playerMessages.errorTitle, description: playerMessages.error, tone: 'bad' })
        }
        await pause(TRY_AFTER_MS[tries] ?? TRY_EVERY_MS)
        if (isStale()) return
        const isLoaded = await fetchAnew(element)
        if (isStale() || isLoaded === 'ended') return
        if (!isLoaded) continue
        if (current.current.hasBegun) element.currentTime = heldPosition.current ?? 0
        heldPosition.current = null
        setState('well')
        if (isToPlay.current && current.current.hasBegun) element.play().catch(() => undefined)
        return
      }
    }

    /** 'ended' when access has ended, which is shown elsewhere. */
    async function fetchAnew(element: HTMLVideoElement): Promise<boolean | 'ended'> {
      const { url, setUrl, renew } = current.current
      try {
        const renewed = await renew()
        if (renewed === null) return 'ended'
        const isLoaded = loaded(element)
        if (renewed === url) element.load()
        else setUrl(renewed)
        return await isLoaded
      } catch {
        return false
      }
    }
  }, [video])

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
    video.addEventListener('play', onPlay)
    video.addEventListener('pause', onPause)
    video.addEventListener('error', onError)
    window.addEventListener('online', onOnline)
    return () => {
      attempt.current += 1
      video.removeEventListener('play', onPlay)
      video.removeEventListener('pause', onPause)
      video.removeEventListener('error', onError)
      window.removeEventListener('online', onOnline)
    }
  }, [video, tryAgain])

  return { state, heldPosition, tryAgain }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds === 0) resolve()
    else setTimeout(resolve, milliseconds)
  })
}

/** Whether the element gets as far as knowing the film. */
function loaded(video: HTMLVideoElement): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const tell = (isLoaded: boolean) => () => {
      stop.abort()
      resolve(isLoaded)
    }
    video.addEventListener('loadedmetadata', tell(true), { signal: stop.signal })
    video.addEventListener('error', tell(false), { signal: stop.signal })
  })
}
