import { type ComponentProps, type FocusEvent, useLayoutEffect, useRef } from 'react'

type BusyFieldsetProps = Omit<ComponentProps<'fieldset'>, 'disabled' | 'onBlur' | 'onFocus' | 'ref'> & {
  /** What is typed is on its way: nothing in it can be used until the answer is there. */
  busy: boolean
}

/**
 * The fields of a form, disabled while it is sent. A browser takes the focus from what becomes disabled: it is given
 * back afterwards, unless it has gone elsewhere meanwhile.
 */
export function BusyFieldset({ busy, ...rest }: BusyFieldsetProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const held = useRef<HTMLElement | null>(null)

  useLayoutEffect(() => {
    // Lost, it is with the page or with the dialog around the form.
    const isLost = document.activeElement?.contains(fieldset.current) === true
    if (!busy && isLost) held.current?.focus({ preventScroll: true })
  }, [busy])

  return (
    <fieldset
      {...rest}
      ref={fieldset}
      disabled={busy}
      onFocus={({ target }: FocusEvent<HTMLElement>) => {
        held.current = target
      }}
      onBlur={({ relatedTarget }) => {
        // Nothing takes it where the browser took it away.
        if (relatedTarget !== null) held.current = null
      }}
    />
  )
}
