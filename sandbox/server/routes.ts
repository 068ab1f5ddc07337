import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, SandboxApiError } from './api-error.ts'
import { attachMethod, confirmIntent } from './confirm.ts'
import { createCustomer, customerParams } from './customers.ts'
import { updateDispute, updateDisputeParams } from './dispute-evidence.ts'
import { findDispute } from './disputes.ts'
import { eventOnWire } from './events.ts'
import { createFile, createFileParams, findFile } from './files.ts'
import type { Params } from './form.ts'
import {
  cancelIntent,
  cancelIntentParams,
  confirmIntentParams,
  createIntent,
  createIntentParams,
  findIntent,
  updateIntent,
  updateIntentParams,
} from './intents.ts'
import { pageOf } from './list.ts'
import { paging, readParams, trueOrFalse } from './params.ts'
import { createPaymentMethod, paymentMethodData } from './payment-methods.ts'
import { findPayout, transactionsOf } from './payouts.ts'
import { createRefund, createRefundParams, findCharge, findRefund } from './refunds.ts'
import { authenticate } from './settle.ts'
import { switchesOf, type World } from './world.ts'

export type Caller = 'server' | 'browser'
type Call = { world: World; id: string; params: Params; caller: Caller }
type Route = { method: 'GET' | 'POST'; path: string; open?: true; run: (call: Call) => object }

const none = z.strictObject({})
function list<F extends string>(...filters: F[]) {
  const fields = filters.map((name) => [name, z.string().optional()])
  return z.strictObject({ ...paging, ...Object.fromEntries(fields) })
}

function matching<T extends object>(items: T[], query: object): T[] {
  const wanted = Object.entries(query).filter(([name, value]) => !(name in paging) && value !== undefined)
  const hasAll = (item: T) => {
    const fields = new Map(Object.entries(item))
    return wanted.every(([name, value]) => fields.get(name) === value)
  }
  return items.filter(hasAll)
}

/** A browser proves with the client secret that the intent is its own. */
function ownIntent({ world, id, params, caller }: Call): Stripe.PaymentIntent {
  const intent = findIntent(world, id)
  if (caller === 'server' || params.client_secret === intent.client_secret) return intent
  throw invalidRequest({
    message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    param: 'client_secret',
  })
}

function refuseRawCard({ params, caller }: Call) {
  const data = params.payment_method_data ?? params
  const hasCard = typeof data === 'object' && !Array.isArray(data) && data.card !== undefined
  if (caller === 'browser' || !hasCard) return
  throw new SandboxApiError(402, {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.',
  })
}

function create(call: Call) {
  refuseRawCard(call)
  const { world } = call
  const params = readParams(createIntentParams, call.params)
  const intent = createIntent(world, params)
  if (params.confirm !== true) return attachMethod(world, intent, params)
  const { payment_method, payment_method_data, return_url, use_stripe_sdk } = params
  return confirmIntent(world, intent, { payment_method, payment_method_data, return_url, use_stripe_sdk })
}

function update(call: Call) {
  refuseRawCard(call)
  const params = readParams(updateIntentParams, call.params)
  const updated = updateIntent(call.world, findIntent(call.world, call.id), params)
  return attachMethod(call.world, updated, params)
}

function confirm(call: Call) {
  refuseRawCard(call)
  const params = readParams(confirmIntentParams, call.params)
  return confirmIntent(call.world, ownIntent(call), params)
}

const browserReading = z.strictObject({
  client_secret: z.string().optional(),
  key: z.string().optional(),
  is_stripe_sdk: z.string().optional(),
})

const authenticating = z.strictObject({
  client_secret: z.string(),
  key: z.string().optional(),
  outcome: z.enum(['succeeded', 'failed']),
})

const methodFromBrowser = paymentMethodData.extend({ key: z.string().optional() })

function makeMethod(call: Call) {
  refuseRawCard(call)
  const { key: _key, ...data } = readParams(methodFromBrowser, call.params)
  return createPaymentMethod(call.world, data)
}

const eventQuery = z.strictObject({
  ...paging,
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
  delivery_success: trueOrFalse.optional(),
})

/** Stripe's API gives the events of thirty days. */
function isKept(world: World, created: number): boolean {
  return created >= world.now() - 30 * 24 * 3_600
}

function listEvents({ world, params }: Call) {
  if (switchesOf(world).refusesEvents) {
    const message =
      "The provided key does not have the required permissions for this endpoint. Having the 'rak_event_read' permission would allow this request to continue."
    throw invalidRequest({ status: 403, message })
  }
  const { type, types, delivery_success: isDelivered, ...query } = readParams(eventQuery, params)
  const wanted = types ?? (type === undefined ? undefined : [type])
  const fits = (name: string) =>
    wanted?.some((it) => it === name || (it.endsWith('*') && name.startsWith(it.slice(0, -1)))) ?? true
  const arrived = (id: string) => (world.store.get('delivery', id)?.state ?? 'delivered') === 'delivered'
  const events = world.store
    .all('event')
    .filter(({ created }) => isKept(world, created))
    .filter(({ type: name, id }) => fits(name) && (isDelivered === undefined || arrived(id) === isDelivered))
    .map((event) => eventOnWire(world, event))
  return pageOf(events, query, '/v1/events')
}

const transactionQuery = z.strictObject({
  ...paging,
  source: z.string().optional(),
  type: z.string().optional(),
  currency: z.string().optional(),
  payout: z.string().optional(),
})

function listTransactions({ world, params }: Call) {
  const { payout, ...query } = readParams(transactionQuery, params)
  const items = payout === undefined ? world.store.all('balance_transaction') : transactionsOf(world, payout)
  return pageOf(matching(items, query), query, '/v1/balance_transactions')
}

function plainList(kind: 'payment_intent' | 'charge' | 'refund' | 'dispute' | 'payout') {
  return (path: string, ...filters: string[]): Route => ({
    method: 'GET',
    path,
    run: ({ world, params }) => {
      const query = readParams(list(...filters), params)
      const items: { id: string; created: number }[] = world.store.all(kind)
      return pageOf(matching(items, query), query, path)
    },
  })
}

function get(path: string, run: Route['run'], open?: true): Route {
  return { method: 'GET', path, run, ...(open ? { open } : {}) }
}

function post(path: string, run: Route['run'], open?: true): Route {
  return { method: 'POST', path, run, ...(open ? { open } : {}) }
}

/** Every call the sandbox answers; `open` ones may be made with the publishable key. */
const ROUTES: readonly Route[] = [
  plainList('payment_intent')('/v1/payment_intents', 'customer'),
  post('/v1/payment_intents', create),
  get(
    '/v1/payment_intents/:id',
    (call) => {
      readParams(browserReading, call.params)
      return ownIntent(call)
    },
    true,
  ),
  post('/v1/payment_intents/:id', update),
  post('/v1/payment_intents/:id/confirm', confirm, true),
  post('/v1/payment_intents/:id/cancel', ({ world, id, params }) =>
    cancelIntent(world, findIntent(world, id), readParams(cancelIntentParams, params)),
  ),
  // Stripe.js calls its own servers here; only the sandbox's browser part calls this route.
  post(
    '/v1/payment_intents/:id/authenticate',
    (call) => {
      const { outcome } = readParams(authenticating, call.params)
      return authenticate(call.world, ownIntent(call).id, outcome === 'succeeded')
    },
    true,
  ),
  post('/v1/payment_methods', makeMethod, true),
  plainList('charge')('/v1/charges', 'payment_intent', 'customer'),
  get('/v1/charges/:id', ({ world, id, params }) => {
    readParams(none, params)
    return findCharge(world, id)
  }),
  plainList('refund')('/v1/refunds', 'charge', 'payment_intent'),
  post('/v1/refunds', ({ world, params }) => createRefund(world, readParams(createRefundParams, params))),
  get('/v1/refunds/:id', ({ world, id, params }) => {
    readParams(none, params)
    return findRefund(world, id)
  }),
  plainList('dispute')('/v1/disputes', 'charge', 'payment_intent'),
  get('/v1/disputes/:id', ({ world, id }) => findDispute(world, id)),
  post('/v1/disputes/:id', ({ world, id, params }) =>
    updateDispute(world, findDispute(world, id), readParams(updateDisputeParams, params)),
  ),
  post('/v1/files', ({ world, params }) => createFile(world, readParams(createFileParams, params))),
  get('/v1/files/:id', ({ world, id }) => findFile(world, id)),
  get('/v1/balance_transactions', listTransactions),
  plainList('payout')('/v1/payouts', 'status', 'destination'),
  get('/v1/payouts/:id', ({ world, id, params }) => {
    readParams(none, params)
    return findPayout(world, id)
  }),
  post('/v1/customers', ({ world, params }) => createCustomer(world, readParams(customerParams, params))),
  get('/v1/events', listEvents),
]

/** The route for a method and path, with the id in the path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | undefined {
  const parts = path.split('/')
  for (const route of ROUTES) {
    const wanted = route.path.split('/')
    const fits =
      wanted.length === parts.length && wanted.every((part, at) => part === ':id' || part === parts[at])
    if (fits && route.method === method)
      return { route, id: decodeURIComponent(parts[wanted.indexOf(':id')] ?? '') }
  }
  return undefined
}
