import { useEffect, useRef } from 'react'
import { isBlockedKey, type VideoAction, videoAction } from './keys.ts'

type KeyUse = {
  /** Without it only the blocked keys are looked at: phones have the browser's own controls. */
  onAction?: ((action: VideoAction) => void) | undefined
  onEscape(): void
}

/** The player's keys, wherever in it the focus is; and those that do nothing while it is open. */
export function usePlayerKeys(use: KeyUse): void {
  const current = useRef(use)
  useEffect(() => {
    current.current = use
  })

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isBlockedKey(event)) return stop(event)
      if (event.key === 'Escape') {
        stop(event)
        // Out of the field first: what was written there must not go with the player.
        if (isTextField(event.target)) return leave(event.target)
        return current.current.onEscape()
      }
      const action = videoAction(event)
      if (!action || !current.current.onAction || isForControl(event)) return
      stop(event)
      current.current.onAction(action)
    }
    // Before the dialog and before a notice in it, which would take Escape for themselves.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}

/** Where a person writes, every key is a letter. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && ['text', 'search'].includes(target.type)
}

function leave(field: HTMLElement) {
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
