import type { PaymentIntentResult, Stripe, StripeError } from '@stripe/stripe-js'
import { type ConfirmInput, confirmPayment } from './confirm-payment.ts'
import { buildElements, type ElementsOptions, type SandboxElements } from './elements.ts'
import { buildSandboxApi } from './sandbox-api.ts'
import './sandbox-stripe.css'

export type SandboxStripeOptions = {
  /** Where the sandbox is mounted, such as `/dev/stripe`. */
  apiBase: string
  publishableKey: string
  /** How to leave the page; the browser's own way unless a test watches it. */
  navigate?: (url: string) => void
}

const NOT_HERE: StripeError = {
  type: 'invalid_request_error',
  message: 'The payment sandbox takes payments through its payment element and its wallet only.',
}

const PARTS = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment', 'confirmPayment']

/** Stripe.js has some sixty calls; the sandbox has those that a payment element's checkout makes. */
function isStripe(value: object): value is Stripe {
  return PARTS.every((part) => part in value)
}

/** A Stripe object for `<Elements stripe>` that shows its own form and talks to the payment sandbox. */
export function loadSandboxStripe(options: SandboxStripeOptions): Promise<Stripe> {
  const api = buildSandboxApi(options)
  const navigate = options.navigate ?? ((url: string) => window.location.assign(url))
  const confirming = { api, navigate }

  async function retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult> {
    const { value, error } = await api.retrieve(clientSecret)
    return error ? { error } : { paymentIntent: value }
  }

  async function createPaymentMethod({ elements }: { elements?: SandboxElements }) {
    const parameters = elements?.parameters()
    if (!parameters) return { error: NOT_HERE }
    const { value, error } = await api.createPaymentMethod(parameters)
    return error ? { error } : { paymentMethod: value }
  }

  const sandbox = {
    elements: (elementsOptions: ElementsOptions = {}) => buildElements(api, elementsOptions),
    createToken: async () => ({ error: NOT_HERE }),
    createPaymentMethod,
    confirmPayment: (input: ConfirmInput) => confirmPayment(confirming, input),
    confirmCardPayment: (clientSecret: string, data: { payment_method?: string } = {}) =>
      confirmPayment(confirming, { clientSecret, confirmParams: data, redirect: 'if_required' }),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      retrievePaymentIntent(clientSecret),
    retrievePaymentIntent,
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
  return isStripe(sandbox)
    ? Promise.resolve(sandbox)
    : Promise.reject(new Error('The payment sandbox lacks a part.'))
}
