import type { StripeError } from '@stripe/stripe-js'
import { element } from './dom.ts'
import { buildEvents, type Handler } from './element-events.ts'
import { buildPaymentForm, type PaymentForm } from './payment-form.ts'

type EventName = 'ready' | 'change' | 'focus' | 'blur' | 'escape' | 'loaderstart' | 'loaderror'

/** What the element must know before it can show itself: which methods there are, and what day it is. */
export type Loaded = { methods: string[]; today: number | null }

export type PaymentElement = ReturnType<typeof buildPaymentElement>

type PaymentElementInput = {
  load: () => Promise<Loaded | { error: StripeError }>
  options: { readOnly?: boolean }
  onDestroy: () => void
}

/** The payment element: mounts into the page, emits events, and validates its form. */
export function buildPaymentElement({ load, options, onDestroy }: PaymentElementInput) {
  const events = buildEvents('payment')
  const host = element('div', { class: 'sandbox-stripe-host', 'aria-busy': 'true' })
  let form: PaymentForm | null = null
  let isReady = false
  let isStarted = false

  function tell(name: EventName, event: object = {}) {
    events.tell(name, event)
  }

  function tellChange() {
    if (form === null) return
    tell('change', {
      empty: form.isEmpty(),
      complete: form.isComplete(),
      collapsed: false,
      value: { type: form.type() },
    })
  }

  async function start() {
    isStarted = true
    tell('loaderstart')
    const loaded = await load()
    host.removeAttribute('aria-busy')
    if ('error' in loaded) {
      tell('loaderror', { error: loaded.error })
      return
    }
    form = buildPaymentForm({ methods: loaded.methods, today: () => loaded.today, onChange: tellChange })
    form.setReadOnly(options.readOnly === true)
    host.replaceChildren(form.box)
    isReady = true
    tell('ready')
    tellChange()
  }

  host.addEventListener('focusin', () => tell('focus'))
  host.addEventListener('focusout', () => tell('blur'))
  host.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell('escape')
  })

  function mount(target: string | HTMLElement) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target
    if (parent === null)
      throw new Error(`There is no element ${String(target)} to mount a payment element in.`)
    parent.append(host)
    // A failure to load is emitted as an event, so there is nothing to wait for.
    if (!isStarted) void start()
  }

  function on(name: string, handler: Handler) {
    events.on(name, handler)
    // A late listener gets the event too: the element is ready as soon as it is mounted.
    if (name === 'ready' && isReady) queueMicrotask(() => handler({ elementType: 'payment' }))
    return payment
  }

  function off(name: string, handler?: Handler) {
    events.off(name, handler)
    return payment
  }

  function once(name: string, handler: Handler) {
    const only = (event: object) => {
      off(name, only)
      handler(event)
    }
    return on(name, only)
  }

  const payment = {
    on,
    once,
    off,
    mount,
    unmount: () => host.remove(),
    destroy: () => {
      host.remove()
      events.clear()
      onDestroy()
    },
    update: (change: { readOnly?: boolean }) => {
      if (change.readOnly !== undefined) form?.setReadOnly(change.readOnly)
      return payment
    },
    collapse: () => payment,
    focus: () => form?.focus(),
    blur: () => {
      if (document.activeElement instanceof HTMLElement && host.contains(document.activeElement)) {
        document.activeElement.blur()
      }
    },
    clear: () => {
      form?.clear()
      tellChange()
    },
    form: () => form,
  }
  return payment
}
