import { useEffect, useState } from 'react'
import { listen } from '#client/lib/listen.ts'

type FullScreen = { isFull: boolean; toggle(): void }

/** Fills the screen with one element, controls and notices included. */
export function useFullScreen(element: HTMLElement | null): FullScreen {
  const [isFull, setIsFull] = useState(false)

  useEffect(() => {
    const read = () => setIsFull(element !== null && document.fullscreenElement === element)
    return listen(document, ['fullscreenchange'], read)
  }, [element])

  function toggle() {
    // Browsers may refuse, in an embedded page for one: then the video stays as large as it is.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    else element?.requestFullscreen().catch(() => undefined)
  }

  return { isFull, toggle }
}

const IDLE_AFTER_MS = 3_000

/** True after three seconds without a move or a press, while it is on. */
export function useIdle(isOn: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)

  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), IDLE_AFTER_MS)
    }
    wake()
    const stop = listen(window, ['pointermove', 'pointerdown', 'keydown'], wake)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOn])

  return isOn && isIdle
}

/** Keeps the screen awake while a video plays, and again when a hidden page is shown (W3C Screen Wake Lock). */
export function useWakeLock(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | null = null

    async function request() {
      if (document.visibilityState !== 'visible') return
      try {
        const next = await navigator.wakeLock.request('screen')
        if (isOver) void next.release()
        else lock = next
      } catch {
        // A battery that runs low refuses: then the screen goes dark as it does elsewhere.
      }
    }

    void request()
    const stop = listen(document, ['visibilitychange'], () => void request())
    return () => {
      isOver = true
      stop()
      void lock?.release().catch(() => undefined)
    }
  }, [isPlaying])
}
