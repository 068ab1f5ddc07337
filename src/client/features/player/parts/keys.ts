import { useEffect, useEffectEvent } from 'react'

export type KeyPress = {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export type VideoAction =
  | { do: 'play-or-pause' | 'play' | 'pause' | 'mute' | 'captions' | 'full-screen' | 'help' }
  | { do: 'settings' | 'write-note' | 'transcript' }
  | { do: 'chapter'; step: 1 | -1 }
  | { do: 'skip'; seconds: number }
  | { do: 'to-tenth'; tenth: number }
  | { do: 'volume'; step: number }
  | { do: 'speed'; step: 1 | -1 }

/** How far J and L, the buttons of a tablet and the keys of a headset go. */
export const SKIP_SECONDS = 10

const ACTIONS: Readonly<Record<string, VideoAction>> = {
  ' ': { do: 'play-or-pause' },
  k: { do: 'play-or-pause' },
  arrowleft: { do: 'skip', seconds: -5 },
  arrowright: { do: 'skip', seconds: 5 },
  j: { do: 'skip', seconds: -SKIP_SECONDS },
  l: { do: 'skip', seconds: SKIP_SECONDS },
  arrowup: { do: 'volume', step: 0.1 },
  arrowdown: { do: 'volume', step: -0.1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'full-screen' },
  t: { do: 'transcript' },
  n: { do: 'write-note' },
  s: { do: 'settings' },
  pagedown: { do: 'chapter', step: 1 },
  pageup: { do: 'chapter', step: -1 },
  '<': { do: 'speed', step: -1 },
  '>': { do: 'speed', step: 1 },
  '?': { do: 'help' },
}

/** What a key does to the video; null for all others. */
export function videoAction(press: KeyPress): VideoAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  if (/^\d$/.test(press.key)) return { do: 'to-tenth', tenth: Number(press.key) }
  return ACTIONS[press.key.toLowerCase()] ?? null
}

/** The keys a person can press, for the sheet that explains them. */
export const KEY_HELP = [
  { keys: ['Space', 'K'], does: 'Play or pause' },
  { keys: ['←', '→'], does: 'Back or on by 5 seconds' },
  { keys: ['J', 'L'], does: `Back or on by ${SKIP_SECONDS} seconds` },
  { keys: ['0', '9'], does: 'To that tenth of the film' },
  { keys: ['PgUp', 'PgDn'], does: 'A chapter back or on' },
  { keys: ['<', '>'], does: 'Slower or faster' },
  { keys: ['↑', '↓'], does: 'Louder or quieter' },
  { keys: ['M'], does: 'Sound off or on' },
  { keys: ['C'], does: 'Captions on or off' },
  { keys: ['T'], does: 'Transcript' },
  { keys: ['N'], does: 'Write a note at this place' },
  { keys: ['S'], does: 'Settings' },
  { keys: ['F'], does: 'Full screen' },
  { keys: ['Esc'], does: 'Close; your place is kept' },
]

/**
 * Keys that save the page, show its source, open developer tools or the context menu: they do nothing while
 * the player is open (requirements §5).
 */
export function isBlockedKey(press: KeyPress): boolean {
  const key = press.key.toLowerCase()
  if (key === 'f12' || key === 'contextmenu' || (key === 'f10' && press.shiftKey)) return true
  if (!press.ctrlKey && !press.metaKey) return false
  // With Option held, a Mac types another letter: the key's place tells which it was.
  const letter = press.code?.startsWith('Key') ? press.code.slice(3).toLowerCase() : key
  if (letter === 's' || letter === 'u') return true
  return (press.shiftKey || press.altKey) && ['i', 'j', 'c', 'k'].includes(letter)
}

type KeyUse = {
  /** Without it only the blocked keys are looked at: phones have the browser's own controls. */
  onAction?: ((action: VideoAction) => void) | undefined
  onEscape(): void
}

/** The player's keys, wherever in it the focus is; and those that do nothing while it is open. */
export function usePlayerKeys(use: KeyUse): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isBlockedKey(event)) return stop(event)
    if (event.key === 'Escape') {
      stop(event)
      // Out of the field first: its text must not be lost with the player.
      return isTextField(event.target) ? leaveField(event.target) : use.onEscape()
    }
    const action = videoAction(event)
    if (!action || !use.onAction || isForControl(event)) return
    stop(event)
    use.onAction(action)
  })
  useEffect(() => {
    // Before the dialog and before a notice in it, which would take Escape for themselves.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}

/** A field in which every key is a letter. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && ['text', 'search'].includes(target.type)
}

function leaveField(field: HTMLElement) {
  const dialog = field.closest('[role="dialog"]')
  if (dialog instanceof HTMLElement) dialog.focus()
  else field.blur()
}

function stop(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** A control that needs the key itself: space presses a button, arrows choose a speed or a volume. */
function isForControl({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (isTextField(target)) return true
  if (target.closest('[role="tablist"]')) return /^(Arrow|Home|End| $)/.test(key)
  if (key === ' ') return target.closest('button, select, [type="checkbox"]') !== null
  if (target.closest('select')) return true
  const isVolume = target instanceof HTMLInputElement && target.dataset.keys === 'own'
  return isVolume && /^(Arrow|Home|End)/.test(key)
}
