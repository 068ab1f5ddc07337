/**
 * What was typed and ticked before the page was taken over, which empties its forms. Gives back the way to put it in again,
 * as typing would.
 */
export function keepTyped(root: HTMLElement): () => void {
  const typed = Array.from(
    root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
  ).flatMap((field) => {
    if (isTicked(field)) return field.checked === field.defaultChecked ? [] : [() => tick(field)]
    const { value } = field
    return value === field.defaultValue ? [] : [() => type(field, value)]
  })
  return () => {
    for (const repeat of typed) repeat()
  }
}

function isTicked(field: HTMLInputElement | HTMLTextAreaElement): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio'
}

function tick(field: HTMLInputElement) {
  if (field.checked === field.defaultChecked) field.click()
}

/** Past the setter by which React would take the value for its own. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
