import {
  brandOf,
  digitsIn,
  expiryParts,
  type FieldError,
  findCodeError,
  findExpiryError,
  findNumberError,
  formatCode,
  formatExpiry,
  formatNumber,
} from './card-rules.ts'
import { element } from './dom.ts'
import { buildField } from './field.ts'

/** Number, expiry and security code of a card. `today` gives unix seconds, or null while they are not known. */
export function buildCardForm({ today, onChange }: { today: () => number | null; onChange: () => void }) {
  const number = buildField({
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatNumber,
    check: findNumberError,
    onChange,
  })
  const expiry = buildField({
    name: 'expiry',
    label: 'Expiry',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    format: formatExpiry,
    check: (text) => findExpiryError(text, today()),
    onChange,
  })
  const code = buildField({
    name: 'code',
    label: 'Security code',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => formatCode(text, brandOf(number.input.value)),
    check: (text) => findCodeError(text, brandOf(number.input.value)),
    onChange,
  })
  const fields = [number, expiry, code]
  const hint = element(
    'p',
    { class: 'sandbox-stripe-hint' },
    'Sandbox: no money moves. Pay with 4242\u00a04242 4242\u00a04242, any future date and any three digits.',
  )
  const pair = element('div', { class: 'sandbox-stripe-pair' }, expiry.box, code.box)
  const box = element('div', { class: 'sandbox-stripe-body' }, number.box, pair, hint)

  /** Shows everything that is wrong and goes to the first of it. */
  function validate(): FieldError | null {
    for (const field of fields) field.show(field.error())
    const wrong = fields.find((field) => field.error() !== null)
    wrong?.input.focus()
    return wrong?.error() ?? null
  }

  function parameters() {
    const until = expiryParts(expiry.input.value)
    return {
      number: digitsIn(number.input.value),
      exp_month: String(until?.month ?? ''),
      exp_year: String(until?.year ?? ''),
      cvc: code.input.value,
    }
  }

  return {
    box,
    validate,
    parameters,
    isEmpty: () => fields.every(({ input }) => input.value === ''),
    isComplete: () => fields.every((field) => field.error() === null),
    focus: () => number.input.focus(),
    clear: () => {
      for (const field of fields) field.clear()
    },
    setDisabled: (isDisabled: boolean) => {
      for (const { input } of fields) input.disabled = isDisabled
    },
  }
}
