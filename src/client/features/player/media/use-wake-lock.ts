import { useEffect } from 'react'

/** Keeps the screen awake while a video plays; a page that was hidden asks again when it is seen (W3C Screen Wake Lock). */
export function useWakeLock(isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying || !('wakeLock' in navigator)) return
    let isOver = false
    let lock: WakeLockSentinel | null = null

    async function hold() {
      if (document.visibilityState !== 'visible') return
      try {
        const next = await navigator.wakeLock.request('screen')
        if (isOver) void next.release()
        else lock = next
      } catch {
        // A battery that runs low refuses: then the screen goes dark as it does elsewhere.
      }
    }

    const onVisible = () => void hold()
    void hold()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release().catch(() => undefined)
    }
  }, [isPlaying])
}
