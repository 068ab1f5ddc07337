import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import type { ToastMessage, ToastTone } from '#client/ui/toast.tsx'
import { toastLimit, toastRemoveDelayMs } from '#shared/limits.ts'

export type Notice = { title: string; description?: ReactNode; tone?: ToastTone }

/** The newest first, no more than `toastLimit` of them. */
let shown: readonly ToastMessage[] = []
let waiting: Notice[] = []
let count = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: readonly ToastMessage[]) {
  shown = next.slice(0, toastLimit)
  for (const listener of listeners) listener()
}

/** Tells a person something. One notice is visible at a time: a new one takes the place of the old (requirements §9). Gives back its id. */
export function toast(notice: Notice): string {
  clearTimeout(removal)
  waiting = []
  count += 1
  const id = `toast-${count}`
  show([{ id, open: true, ...notice }, ...shown])
  return id
}

/** Tells it after what is being told now, where one press has two things to say. */
export function toastNext(notice: Notice): void {
  if (shown[0]?.open) waiting.push(notice)
  else toast(notice)
}

/** Takes a notice away: by its button, a swipe, or because its time is over. */
export function dismissToast(id: string): void {
  const [current, ...others] = shown
  if (current?.id !== id || !current.open) return
  const [next, ...rest] = waiting
  if (next) {
    toast(next)
    waiting = rest
    return
  }
  show([{ ...current, open: false }, ...others])
  clearTimeout(removal)
  removal = setTimeout(clearToasts, toastRemoveDelayMs)
}

/** Ends the notice that says this, once it is no longer true. */
export function endToast(text: string): void {
  const [current] = shown
  if (current && (current.title === text || current.description === text)) dismissToast(current.id)
}

/** Ends the notice of a failure: what failed is being tried again. */
export function endBadToast(): void {
  const [current] = shown
  if (current?.tone === 'bad') dismissToast(current.id)
}

/** Forgets every notice at once. */
export function clearToasts(): void {
  clearTimeout(removal)
  waiting = []
  show([])
}

/** The newest notice, open or dismissed. */
export function useToast(): ToastMessage | null {
  return useSyncExternalStore(subscribe, readToast, readNone)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function readToast() {
  return shown[0] ?? null
}

function readNone() {
  return null
}
