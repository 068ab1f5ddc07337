import { useLayoutEffect, useRef } from 'react'

/** Moves the focus into a form that takes the place of the button that opens it, and back once the form closes. */
export function useFocusOfForm(isOpen: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useLayoutEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
    // Lost with the form, unless it has gone elsewhere while that was saved.
    else if (wasOpen.current && document.activeElement === document.body) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return { form, button }
}
