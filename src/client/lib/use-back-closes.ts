import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { historyIndex, onHistoryMove } from './history-moves.ts'

/**
 * Back closes what covers the page, and stays on it: on a phone it is the way out that comes to mind first. The move has
 * happened when it is heard of, so it is taken back before the router hears of it.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onMove = useEffectEvent(close)
  // Another entry of the history under the same screen is another place to come back to.
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: key says that the history has moved on
  useEffect(() => {
    if (!isOpen) return
    leaveFirstEntry()
    const here = historyIndex()
    return onHistoryMove((event) => {
      const there = historyIndex()
      if (here === null || there === null || there === here) return
      event.stopImmediatePropagation()
      history.go(here - there)
      onMove()
    })
  }, [isOpen, key])
}

/** From the first page of a visit Back would lead out of the shop before anything here could hear of it. */
function leaveFirstEntry(): void {
  if (historyIndex() === 0) history.pushState({ ...history.state, idx: 1 }, '')
}
