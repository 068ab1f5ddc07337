import type { StripeError } from '@stripe/stripe-js'
import { buildExpressElement, type ExpressElement } from './express-element.ts'
import { buildPaymentElement, type Loaded, type PaymentElement } from './payment-element.ts'
import type { SandboxApi } from './sandbox-api.ts'

export type ElementsOptions = { clientSecret?: string; paymentMethodTypes?: string[] }
export type SandboxElements = ReturnType<typeof buildElements>

const NOT_MOUNTED: StripeError = {
  type: 'invalid_request_error',
  message: 'The payment element is not ready yet.',
}

/** A group of elements for one payment: the payment element and that of wallets; the shop uses no other. */
export function buildElements(api: SandboxApi, options: ElementsOptions) {
  let payment: PaymentElement | null = null
  let express: ExpressElement | null = null
  const listeners = new Set<() => void>()

  async function load(): Promise<Loaded | { error: StripeError }> {
    const { clientSecret, paymentMethodTypes } = options
    if (clientSecret === undefined) {
      return { methods: paymentMethodTypes ?? ['card', 'klarna', 'revolut_pay'], today: null }
    }
    const { value, error } = await api.retrieve(clientSecret)
    if (error) return { error }
    // An intent lives for a day, so the day it was made is today for a card's expiry, by the shop's own clock.
    return { methods: value.payment_method_types, today: value.created }
  }

  function create(type: string, elementOptions: { readOnly?: boolean } = {}) {
    if (type === 'expressCheckout') return createExpress()
    if (type !== 'payment') throw new Error(`The payment sandbox has no ${type} element.`)
    if (payment !== null) throw new Error('Can only create one Element of type payment.')
    payment = buildPaymentElement({
      load,
      options: elementOptions,
      onDestroy: () => {
        payment = null
      },
    })
    return payment
  }

  function createExpress() {
    if (express !== null) throw new Error('Can only create one Element of type expressCheckout.')
    express = buildExpressElement({
      onDestroy: () => {
        express = null
      },
    })
    return express
  }

  /** Checks the form, shows what is wrong with it and names the method chosen. */
  async function submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    if (express?.isOpen()) return { selectedPaymentMethod: 'google_pay' }
    const form = payment?.form() ?? null
    if (form === null) return { error: NOT_MOUNTED }
    const fault = form.validate()
    if (fault) return { error: { type: 'validation_error', ...fault } }
    return { selectedPaymentMethod: form.type() }
  }

  return {
    create,
    getElement(type: string) {
      if (type === 'expressCheckout') return express
      return type === 'payment' ? payment : null
    },
    submit,
    update: async () => {
      for (const listener of listeners) listener()
    },
    on: (_name: string, listener: () => void) => {
      listeners.add(listener)
    },
    fetchUpdates: async () => {
      if (options.clientSecret === undefined) return {}
      const { error } = await api.retrieve(options.clientSecret)
      return error ? { error } : {}
    },
    clientSecret: () => options.clientSecret,
    parameters: () =>
      express?.isOpen() ? express.takeParameters() : (payment?.form()?.parameters() ?? null),
  }
}
