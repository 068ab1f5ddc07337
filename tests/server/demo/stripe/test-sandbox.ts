import { createServer } from 'node:http'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { startStripeSandbox } from '#server/demo/stripe/start-sandbox.ts'

export const START = new Date('2026-11-21T09:00:00Z')

/** A clock that stands still until it is moved. */
export function standingClock() {
  let at = START.getTime()
  return {
    now: () => new Date(at),
    advance: (seconds: number) => {
      at += seconds * 1000
    },
  }
}

export type Letter = { signature: string; body: string }

/** A shop that keeps every webhook it is sent and answers with `status`. */
export async function startReceiver() {
  const letters: Letter[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      letters.push({ signature, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(state.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const types = () => letters.map(({ body }) => String(JSON.parse(body).type))
  return { url: `http://127.0.0.1:${port}/api/stripe/webhook`, letters, types, state }
}

type Options = { file?: string | null; webhookUrl?: string; clock?: ReturnType<typeof standingClock> }

/** A sandbox with the real SDK pointed at it; both end with the test. */
export async function testSandbox(options: Options = {}) {
  const clock = options.clock ?? standingClock()
  const warnings: object[] = []
  const url = options.webhookUrl
  const sandbox = await startStripeSandbox({
    file: options.file ?? null,
    clock,
    webhook: url === undefined ? null : { url: () => url, secret: 'whsec_test' },
    log: { info: () => undefined, warn: (fields) => warnings.push(fields) },
  })
  onTestFinished(sandbox.close)
  const { host, port, protocol } = sandbox
  const stripe = new Stripe(sandbox.secretKey, {
    host,
    port,
    protocol,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return { sandbox, stripe, clock, warnings, origin: `http://${host}:${port}` }
}

/** An order as the shop asks for it. */
export const ORDER = {
  amount: 10_800,
  currency: 'gbp',
  allowed_payment_method_types: ['card', 'klarna', 'revolut_pay'],
  description: 'Navigation, Meteorology',
  receipt_email: 'sam@example.test',
  metadata: { orderId: 'order-1' },
} satisfies Stripe.PaymentIntentCreateParams

/** A paid intent with its charge in full. */
export async function pay(stripe: Stripe, paymentMethod = 'pm_card_visa', amount = ORDER.amount) {
  const intent = await stripe.paymentIntents.create({
    ...ORDER,
    amount,
    payment_method: paymentMethod,
    confirm: true,
    expand: ['latest_charge.balance_transaction'],
  })
  return { intent, charge: chargeOf(intent) }
}

export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge = intent.latest_charge
  if (charge === null || typeof charge === 'string') throw new Error('latest_charge is not expanded')
  return charge
}

export function transactionOf(charge: Stripe.Charge): Stripe.BalanceTransaction {
  const transaction = charge.balance_transaction
  if (transaction === null || typeof transaction === 'string') throw new Error('not expanded')
  return transaction
}

/** The error a call ends with, as the SDK raises it. */
export async function failure(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => new Error('the call was answered'),
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw error
}

/** A call with the publishable key through the shop's door, as the browser makes it. */
export async function browserCall(
  { origin, key }: { origin: string; key: string },
  path: string,
  fields?: Record<string, string>,
) {
  const query = new URLSearchParams({ key, ...fields }).toString()
  const init = {
    method: 'POST',
    body: query,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const response = await (fields
    ? fetch(`${origin}/dev/stripe${path}`, init)
    : fetch(`${origin}/dev/stripe${path}`))
  const body: unknown = await response.json()
  return { status: response.status, body }
}
