import { buildCardForm } from './card-form.ts'
import type { FieldError } from './card-rules.ts'
import { element, uniqueId } from './dom.ts'

const NAMES: { [type: string]: string } = { card: 'Card', klarna: 'Klarna', revolut_pay: 'Revolut Pay' }

export type PaymentForm = ReturnType<typeof buildPaymentForm>

type PaymentFormInput = {
  methods: string[]
  today: () => number | null
  onChange: () => void
}

function redirectBody(type: string) {
  const name = NAMES[type] ?? type
  return element(
    'p',
    { class: 'sandbox-stripe-body' },
    `When you press the pay button, ${name} opens. You come back here when you have approved the payment.`,
  )
}

/** The form inside a payment element: a radio for each method, and what that method needs below it. */
export function buildPaymentForm({ methods, today, onChange }: PaymentFormInput) {
  const card = buildCardForm({ today, onChange })
  const group = uniqueId('method')
  let chosen = methods[0] ?? 'card'

  const options = methods.map((type) => {
    const id = uniqueId(type)
    const radio = element('input', { type: 'radio', id, name: group, value: type })
    const label = element('label', { for: id, class: 'sandbox-stripe-option' }, radio, NAMES[type] ?? type)
    const body = type === 'card' ? card.box : redirectBody(type)
    radio.addEventListener('change', () => {
      choose(type)
      onChange()
    })
    return { type, radio, label, body }
  })

  function choose(type: string) {
    chosen = type
    for (const option of options) {
      option.radio.checked = option.type === type
      option.body.hidden = option.type !== type
    }
  }
  choose(chosen)

  const legend = element('legend', { class: 'sandbox-stripe-hidden' }, 'Payment method')
  const rows = options.flatMap(({ label, body }) => (methods.length === 1 ? [body] : [label, body]))
  const box = element('fieldset', { class: 'sandbox-stripe' }, legend, ...rows)

  const isCard = () => chosen === 'card'

  return {
    box,
    type: () => chosen,
    isEmpty: () => isCard() && card.isEmpty(),
    isComplete: () => !isCard() || card.isComplete(),
    validate: (): FieldError | null => (isCard() ? card.validate() : null),
    parameters: () => (isCard() ? { type: 'card', card: card.parameters() } : { type: chosen }),
    focus: () => (isCard() ? card.focus() : options.find(({ type }) => type === chosen)?.radio.focus()),
    clear: () => {
      card.clear()
      choose(methods[0] ?? 'card')
    },
    setReadOnly: (isReadOnly: boolean) => {
      card.setDisabled(isReadOnly)
      for (const { radio } of options) radio.disabled = isReadOnly
    },
  }
}
