import { useEffect, useState } from 'react'

const IDLE_AFTER_MS = 3_000

/** True after three seconds without a move or a press, while it is being watched for. */
export function useIdle(isWatching: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)

  useEffect(() => {
    if (!isWatching) return
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), IDLE_AFTER_MS)
    }
    wake()
    const events = ['pointermove', 'pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, wake)
    return () => {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, wake)
    }
  }, [isWatching])

  return isWatching && isIdle
}
