type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * What was typed and ticked before the page was taken over, which empties its forms, and what is typed until then. Gives
 * back the way to put the newest in again, as typing would.
 */
export function keepTyped(root: HTMLElement): () => void {
  const typed = new Map<Field, string | boolean>()

  function keep(field: Field) {
    // A field that is touched again comes last, so that the newest of several radios counts.
    typed.delete(field)
    typed.set(field, isTicked(field) ? field.checked : field.value)
  }

  function hear({ target }: Event) {
    if (isField(target)) keep(target)
  }

  for (const field of fieldsIn(root)) if (isChanged(field)) keep(field)
  root.addEventListener('input', hear, { capture: true })
  return () => {
    root.removeEventListener('input', hear, { capture: true })
    for (const [kept, state] of typed) {
      const field = kept.isConnected ? kept : fieldsIn(root).find((other) => isSame(kept, other))
      if (field) repeat(field, state)
    }
  }
}

function fieldsIn(root: HTMLElement) {
  return Array.from(root.querySelectorAll<Field>('input, textarea'))
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function isTicked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function isChanged(field: Field) {
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Drawn again, a field has its name still; those that are ticked share one. */
function isSame(field: Field, other: Field) {
  if (field.name === '' || field.name !== other.name) return false
  return !isTicked(field) || field.value === other.value
}

/** Typing goes past the setter by which React would take the value for its own. */
function repeat(field: Field, state: string | boolean) {
  if (typeof state === 'boolean') {
    if (isTicked(field) && field.checked !== state) field.click()
    return
  }
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, state)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
