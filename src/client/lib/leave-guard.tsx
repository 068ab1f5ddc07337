import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { historyIndex, onHistoryMove } from './history-moves.ts'

export type LeaveGuard = {
  /** Does it at once where nothing would be lost; else after the question. */
  leave: (go: () => void) => void
  /** What waits for the answer. */
  waiting: (() => void) | null
  answer: (isLeaving: boolean) => void
}

type Guard = { isFree: boolean }

/** Forms with something in them, the newest last: it alone asks, for all of them. */
const guards: Guard[] = []

/**
 * Asks before what is typed is lost: at links, at Back and Forward, at whatever calls `leave`, and, in the browser's own
 * words, when the page itself is left. A screen shows the question with `LeaveQuestion`.
 */
export function useLeaveGuard(isOn: boolean): LeaveGuard {
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const guard = useRef<Guard>({ isFree: false })
  // Another entry of the history under the same screen is another place to come back to.
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: key says that the history has moved on
  useEffect(() => {
    if (!isOn) return
    const own = guard.current
    own.isFree = false
    guards.push(own)
    const isFree = () => own.isFree || guards.at(-1) !== own
    const ask = (go: () => void) =>
      setWaiting(() => () => {
        for (const each of guards) each.isFree = true
        go()
      })
    const stops = [watchPage(isFree), watchLinks(isFree, ask), watchHistory(isFree, ask)]
    return () => {
      for (const stop of stops) stop()
      guards.splice(guards.indexOf(own), 1)
    }
  }, [isOn, key])

  return {
    leave(go) {
      if (isOn) setWaiting(() => go)
      else go()
    },
    waiting,
    answer(wantsToLeave) {
      setWaiting(null)
      if (!wantsToLeave) return
      guard.current.isFree = true
      waiting?.()
    },
  }
}

/** The question of a guard; `children` say what would be lost. */
export function LeaveQuestion({ guard, children }: { guard: LeaveGuard; children: ReactNode }) {
  return (
    <ConfirmDialog
      open={guard.waiting !== null}
      onOpenChange={() => guard.answer(false)}
      title="Leave without saving?"
      confirmText="Leave"
      cancelText="Stay here"
      danger
      onConfirm={() => guard.answer(true)}
    >
      {children}
    </ConfirmDialog>
  )
}

type Ask = (go: () => void) => void
type IsFree = () => boolean

/** The browser asks before the page is left, unless it is free to go; returns what ends it. */
export function watchPage(isFree: IsFree): () => void {
  const look = (event: BeforeUnloadEvent) => {
    if (!isFree()) event.preventDefault()
  }
  window.addEventListener('beforeunload', look)
  return () => window.removeEventListener('beforeunload', look)
}

/** Before the link's own handlers; after a yes the same link is pressed again. */
function watchLinks(isFree: IsFree, ask: Ask): () => void {
  const look = (event: MouseEvent) => {
    const link = leavingLink(event)
    if (link === null || isFree()) return
    event.preventDefault()
    event.stopPropagation()
    ask(() => link.click())
  }
  document.addEventListener('click', look, true)
  return () => document.removeEventListener('click', look, true)
}

/** A link to another page of this site, pressed without a key that opens it elsewhere. */
function leavingLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null
  return link.origin === location.origin && link.pathname !== location.pathname ? link : null
}

/** Back has happened when it is heard of: it is taken back before the router hears of it, and done again after a yes. */
function watchHistory(isFree: IsFree, ask: Ask): () => void {
  const here = historyIndex()
  return onHistoryMove((event) => {
    const there = historyIndex()
    if (isFree() || here === null || there === null) return
    event.stopImmediatePropagation()
    if (there === here) return
    history.go(here - there)
    ask(() => history.go(there - here))
  })
}
