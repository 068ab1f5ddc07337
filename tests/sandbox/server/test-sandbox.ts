import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import Stripe from 'stripe'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'

export const START = new Date('2026-11-21T09:00:00Z')

type Api = { host: string; port: number; protocol: 'http' | 'https'; secretKey: string }

function readOtherApi({
  STRIPE_API_BASE: base,
  STRIPE_SECRET_KEY: secretKey,
}: NodeJS.ProcessEnv): Api | null {
  if (!base) return null
  if (!secretKey) throw new Error('STRIPE_API_BASE is set: STRIPE_SECRET_KEY must be a key of that API.')
  if (/^[rs]k_live_/.test(secretKey)) throw new Error('These tests pay and refund: they want a test key.')
  const url = new URL(base)
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  return {
    host: url.hostname,
    port: Number(url.port || (protocol === 'https' ? 443 : 80)),
    protocol,
    secretKey,
  }
}

/** The API named in STRIPE_API_BASE, which these tests run against; null where each starts a sandbox. */
const OTHER_API = readOtherApi(process.env)

/** Another API may report an event or a fee a little later; the sandbox does so at once. */
const TIMEOUT = { timeout: 20_000, interval: 50 }

/** Cases that need what only the sandbox has, such as controls and a clock: not collected for another API. */
export function describeSandbox(name: string, cases: () => void) {
  if (OTHER_API === null) describe(`only in the sandbox: ${name}`, cases)
}

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

type Letter = { signature: string; body: string }

/** A shop that keeps every webhook it is sent and answers with `status`. */
export async function startReceiver() {
  const letters: Letter[] = []
  /** `waitsFor`: nothing is answered before so many have come. */
  const state = { status: 200, waitsFor: 0 }
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      letters.push({ signature, body: Buffer.concat(chunks).toString('utf8') })
      held.push(() => response.writeHead(state.status).end())
      if (letters.length >= state.waitsFor) for (const answer of held.splice(0)) answer()
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

/** The real SDK, pointed at an API. */
function connect({ host, port, protocol, secretKey }: Api, maxNetworkRetries = 0) {
  return new Stripe(secretKey, { host, port, protocol, maxNetworkRetries, telemetry: false })
}

/**
 * The API under test with the real SDK: the one named in STRIPE_API_BASE, or else a sandbox that ends with the test.
 * It may hold what other tests and other runs left there.
 */
export async function testApi() {
  const api: Api = OTHER_API ?? (await testSandbox()).sandbox
  return {
    stripe: connect(api),
    stranger: connect({ ...api, secretKey: 'sk_test_wrong' }),
    origin: `${api.protocol}://${api.host}:${api.port}`,
  }
}

/** A sandbox with the real SDK pointed at it; both end with the test. For cases of `describeSandbox`. */
export async function testSandbox(options: Options = {}) {
  if (OTHER_API !== null) throw new Error('No sandbox is started while STRIPE_API_BASE names another API.')
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
  const { host, port } = sandbox
  return {
    sandbox,
    stripe: connect(sandbox),
    retrying: connect(sandbox, 2),
    clock,
    warnings,
    origin: `http://${host}:${port}`,
  }
}

/** A new idempotency key. */
export function newKey() {
  return randomUUID()
}

/** A customer of this test alone, so that a list can be narrowed to what the test made. */
export async function newCustomer(stripe: Stripe) {
  return (await stripe.customers.create({ name: 'Sam Sample' })).id
}

/** An order as the shop sends it. */
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

/** What a charge brought, as soon as the fee is known. */
export function booking(stripe: Stripe, chargeId: string): Promise<Stripe.BalanceTransaction> {
  const expand = ['balance_transaction']
  return vi.waitFor(async () => transactionOf(await stripe.charges.retrieve(chargeId, { expand })), TIMEOUT)
}

/** Every event about one payment, newest first. */
export async function eventsOf(stripe: Stripe, intent: { id: string; created: number }) {
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ limit: 100, created: { gte: intent.created } })) {
    if (JSON.stringify(event.data.object).includes(intent.id)) events.push(event)
  }
  return events
}

/** That a payment has events of these types, newest first. Elsewhere order and further types are not promised. */
export async function expectEvents(stripe: Stripe, intent: { id: string; created: number }, types: string[]) {
  const told = async () => (await eventsOf(stripe, intent)).map(({ type }) => String(type))
  if (OTHER_API === null) expect(await told()).toEqual(types)
  else await expect.poll(told, TIMEOUT).toEqual(expect.arrayContaining(types))
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

/** A call with the publishable key through the shop's address, as the browser makes it. */
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
