import type { FieldError } from './card-rules.ts'
import { element, uniqueId } from './dom.ts'

export type Field = {
  box: HTMLElement
  input: HTMLInputElement
  /** What is wrong now, whether shown or not. */
  error: () => FieldError | null
  show: (error: FieldError | null) => void
  clear: () => void
}

type FieldInput = {
  name: string
  label: string
  placeholder: string
  autocomplete: string
  format: (text: string) => string
  check: (text: string) => FieldError | null
  onChange: () => void
}

/** Keeps the caret behind the digit it stood behind, since formatting adds and removes spaces. */
function rewrite(input: HTMLInputElement, format: (text: string) => string) {
  const before = input.value
  const caret = input.selectionStart ?? before.length
  const after = format(before)
  if (after === before) return
  const isAtEnd = caret >= before.length
  input.value = after
  const place = isAtEnd ? after.length : format(before.slice(0, caret)).length
  input.setSelectionRange(place, place)
}

/** A labelled text box that formats while one types and says what is wrong below itself. */
export function buildField(options: FieldInput): Field {
  const id = uniqueId(options.name)
  const message = element('p', { id: `${id}-error`, class: 'sandbox-stripe-error', hidden: true })
  const input = element('input', {
    id,
    class: 'sandbox-stripe-input',
    inputmode: 'numeric',
    autocomplete: options.autocomplete,
    placeholder: options.placeholder,
    spellcheck: 'false',
    autocorrect: 'off',
    'aria-required': 'true',
  })
  const label = element('label', { for: id, class: 'sandbox-stripe-label' }, options.label)
  const box = element('div', { class: 'sandbox-stripe-field' }, label, input, message)

  const error = () => options.check(input.value)

  function show(found: FieldError | null) {
    message.textContent = found?.message ?? ''
    message.hidden = found === null
    box.classList.toggle('sandbox-stripe-wrong', found !== null)
    if (found === null) {
      input.removeAttribute('aria-invalid')
      input.removeAttribute('aria-describedby')
      return
    }
    input.setAttribute('aria-invalid', 'true')
    input.setAttribute('aria-describedby', message.id)
  }

  input.addEventListener('input', () => {
    rewrite(input, options.format)
    const found = error()
    // While one types, only a finished mistake is a mistake.
    show(found?.code.startsWith('incomplete_') ? null : found)
    options.onChange()
  })
  // What a sent form said of an empty box stands until something is typed.
  input.addEventListener('blur', () => input.value !== '' && show(error()))

  function clear() {
    input.value = ''
    show(null)
  }

  return { box, input, error, show, clear }
}
