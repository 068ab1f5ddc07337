import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntentResult, Stripe, StripePaymentElementChangeEvent } from '@stripe/stripe-js'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import ServerStripe from 'stripe'
import { onTestFinished, vi } from 'vitest'
import { loadSandboxStripe } from '#sandbox/browser/load-sandbox-stripe.ts'

/** What these tests need of the sandbox's server; it is imported at run time, since the browser half knows no server. */
type ServerHalf = {
  startStripeSandbox: (input: object) => Promise<{
    host: string
    port: number
    secretKey: string
    publishableKey: string
    close: () => Promise<void>
  }>
}

export const RETURN_URL = 'https://shop.example/checkout-success'

async function startServer() {
  const { startStripeSandbox } = await vi.importActual<ServerHalf>('#sandbox/server/start-sandbox.ts')
  const quiet = { info: () => undefined, warn: () => undefined }
  const clock = { now: () => new Date('2026-11-21T09:00:00Z') }
  const sandbox = await startStripeSandbox({ file: null, clock, webhook: null, log: quiet })
  onTestFinished(sandbox.close)
  return sandbox
}

type Seen = {
  changes: StripePaymentElementChangeEvent[]
  ready: number
  loadErrors: (string | undefined)[]
  results: PaymentIntentResult[]
  visits: string[]
  stripe: Stripe | null
}

function PayForm({ seen }: { seen: Seen }) {
  const stripe = useStripe()
  const elements = useElements()
  async function pay() {
    if (!stripe || !elements) return
    seen.stripe = stripe
    const confirmParams = { return_url: RETURN_URL }
    seen.results.push(await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' }))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
    >
      <PaymentElement
        onReady={() => {
          seen.ready += 1
        }}
        onChange={(event) => seen.changes.push(event)}
        onLoadError={({ error }) => seen.loadErrors.push(error.message)}
      />
      <button type="submit">Pay</button>
    </form>
  )
}

type Options = { methods?: string[]; clientSecret?: string }

/** A checkout with Stripe's own React parts around the sandbox's Stripe object, and the sandbox's server behind it. */
export async function openCheckout({
  methods = ['card', 'klarna', 'revolut_pay'],
  clientSecret,
}: Options = {}) {
  const server = await startServer()
  const { host, port } = server
  const api = new ServerStripe(server.secretKey, { host, port, protocol: 'http', maxNetworkRetries: 0 })
  const intent = await api.paymentIntents.create({
    amount: 10_800,
    currency: 'gbp',
    allowed_payment_method_types: methods,
  })
  const seen: Seen = { changes: [], ready: 0, loadErrors: [], results: [], visits: [], stripe: null }
  const stripe = loadSandboxStripe({
    apiBase: `http://${host}:${port}/dev/stripe`,
    publishableKey: server.publishableKey,
    navigate: (url) => seen.visits.push(url),
  })
  const secret = clientSecret ?? intent.client_secret ?? ''
  const view = render(
    // Strict mode makes and unmakes every element once, as an impatient page would.
    <StrictMode>
      <Elements stripe={stripe} options={{ clientSecret: secret }}>
        <PayForm seen={seen} />
      </Elements>
    </StrictMode>,
  )
  const user = userEvent.setup()
  return { api, intent, seen, view, user, secret, server }
}

export type Checkout = Awaited<ReturnType<typeof openCheckout>>

export async function typeCard({ user }: Checkout, number: string, { expiry = '1230', code = '123' } = {}) {
  await user.type(await screen.findByLabelText('Card number'), number)
  await user.type(screen.getByLabelText('Expiry'), expiry)
  await user.type(screen.getByLabelText('Security code'), code)
}

export async function pressPay({ user, seen }: Checkout) {
  const before = seen.results.length
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  await vi.waitFor(() => {
    if (seen.results.length === before) throw new Error('the payment is still being confirmed')
  }, 15_000)
  return seen.results[before]
}
