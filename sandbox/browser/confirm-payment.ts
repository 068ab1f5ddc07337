import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js'
import { askForAuthentication } from './authentication-dialog.ts'
import type { SandboxElements } from './elements.ts'
import type { Fields, SandboxApi } from './sandbox-api.ts'

export type ConfirmInput = {
  elements?: SandboxElements
  clientSecret?: string
  confirmParams?: {
    return_url?: string
    receipt_email?: string
    payment_method?: string
    payment_method_data?: { billing_details?: Fields }
  }
  redirect?: 'always' | 'if_required'
}

/** What the confirmation works with: the sandbox, and the way to leave the page. */
type Confirming = { api: SandboxApi; navigate: (url: string) => void }

const NO_SECRET: StripeError = {
  type: 'invalid_request_error',
  message: 'confirmPayment needs a client secret, of its own or of its elements.',
}

/** The page is on its way elsewhere: Stripe's promise never ends then, and neither does this. */
function leave(navigate: (url: string) => void, url: string): Promise<never> {
  navigate(url)
  return new Promise(() => undefined)
}

function lastError(intent: PaymentIntent): StripeError | null {
  const last = intent.last_payment_error
  if (last === null || intent.status !== 'requires_payment_method') return null
  return { ...last, payment_intent: intent }
}

function methodFields({ elements, confirmParams }: ConfirmInput): Fields {
  if (confirmParams?.payment_method) return { payment_method: confirmParams.payment_method }
  const parameters = elements?.parameters()
  if (!parameters) return {}
  return { payment_method_data: { ...parameters, ...confirmParams?.payment_method_data } }
}

async function act(
  { api, navigate }: Confirming,
  intent: PaymentIntent,
  clientSecret: string,
): Promise<PaymentIntentResult> {
  const redirect = intent.next_action?.redirect_to_url?.url
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  if (redirect) return leave(navigate, redirect)
  const isGenuine = await askForAuthentication(intent.amount)
  const { value, error } = await api.authenticate(clientSecret, isGenuine ? 'succeeded' : 'failed')
  return error ? { error } : { paymentIntent: value }
}

function returnAddress(returnUrl: string, intent: PaymentIntent): string {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '')
  url.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : intent.status)
  return url.href
}

/** Confirms a payment with the form's values: authenticates in the page, or redirects and returns. */
export async function confirmPayment(
  confirming: Confirming,
  input: ConfirmInput,
): Promise<PaymentIntentResult> {
  const { elements, confirmParams } = input
  const clientSecret = input.clientSecret ?? elements?.clientSecret()
  if (clientSecret === undefined) return { error: NO_SECRET }
  if (elements && !confirmParams?.payment_method) {
    const submitted = await elements.submit()
    if ('error' in submitted) return { error: submitted.error }
  }
  const { value, error } = await confirming.api.confirm(clientSecret, {
    ...methodFields(input),
    return_url: confirmParams?.return_url,
    receipt_email: confirmParams?.receipt_email,
  })
  if (error) return { error }
  const acted = await act(confirming, value, clientSecret)
  if (acted.error) return acted
  const failed = lastError(acted.paymentIntent)
  if (failed) return { error: failed }
  const returnUrl = confirmParams?.return_url
  if (input.redirect === 'if_required' || returnUrl === undefined) return acted
  return leave(confirming.navigate, returnAddress(returnUrl, acted.paymentIntent))
}
