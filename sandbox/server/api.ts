import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { invalidRequest, SandboxApiError } from './api-error.ts'
import { expandParams, expandPaths, type Wire } from './expand.ts'
import { decodeForm, type Params } from './form.ts'
import { boundaryOf, decodeMultipart } from './multipart.ts'
import type { KeptAnswer, Keys } from './records.ts'
import { type Caller, findRoute } from './routes.ts'
import { type SandboxLog, setSwitches, switchesOf, type World } from './world.ts'

const DAY = 24 * 3600

type ApiRequest = {
  method: string
  path: string
  query: string
  body: string
  contentType: string
  authorization: string
  version: string | undefined
  idempotencyKey: string | undefined
  /** True for requests that came in through the shop's own address, where the secret key has no business. */
  isPublic: boolean
}

/** `isLate`: it comes once its caller has given up. */
type ApiAnswer =
  | { status: number; headers: Record<string, string>; body: string; isLate?: boolean }
  | 'hang_up'
  | 'never_answer'

const SILENT_FAULTS = ['hang_up', 'lose_answer', 'answer_late', 'never_answer'] as const
type SilentFault = (typeof SILENT_FAULTS)[number]
const isSilent = (fault: string): fault is SilentFault => SILENT_FAULTS.some((one) => one === fault)

function bearer(authorization: string): string {
  if (authorization.startsWith('Bearer ')) return authorization.slice(7).trim()
  if (!authorization.startsWith('Basic ')) return ''
  return Buffer.from(authorization.slice(6), 'base64').toString('utf8').split(':')[0] ?? ''
}

function whoCalls(request: ApiRequest, keys: Keys, keyParam: unknown): Caller {
  const key = bearer(request.authorization) || (typeof keyParam === 'string' ? keyParam : '')
  if (key === '') {
    throw invalidRequest({
      status: 401,
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  if (key === keys.publishableKey) return 'browser'
  if (key === keys.secretKey && !request.isPublic) return 'server'
  throw invalidRequest({
    status: 401,
    message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`,
  })
}

function routeFor(request: ApiRequest, caller: Caller) {
  const found = findRoute(request.method, request.path)
  if (found === undefined) {
    throw invalidRequest({
      status: 404,
      message: `Unrecognized request URL (${request.method}: ${request.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    })
  }
  if (caller === 'server' || found.route.open) return found
  throw invalidRequest({
    status: 401,
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  })
}

const ERRORS = {
  rate_limit: {
    status: 429,
    body: {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly.',
    },
  },
  lock_timeout: {
    status: 429,
    body: {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
    },
  },
  key_in_use: {
    status: 409,
    body: {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotent Key.',
    },
  },
  api_error: { status: 500, body: { type: 'api_error', message: 'An unknown error occurred' } },
} as const

/** Takes one of the errors that a user switched on. */
function takeSimulatedError(world: World): SilentFault | null {
  const { fault, faultsLeft } = switchesOf(world)
  if (fault === null || faultsLeft < 1) return null
  setSwitches(world, { faultsLeft: faultsLeft - 1, fault: faultsLeft > 1 ? fault : null })
  if (isSilent(fault)) return fault
  const { status, body } = ERRORS[fault]
  throw new SandboxApiError(status, body)
}

/** Late answers are those to calls that change something: one that only reads may as well not be answered. */
const isLateNext = (world: World) => switchesOf(world).fault === 'answer_late'

function fingerprint(body: string): string {
  const sorted = [...new URLSearchParams(body)].map((pair) => JSON.stringify(pair)).sort()
  return createHash('sha256').update(sorted.join()).digest('hex')
}

function keptAnswer(world: World, request: ApiRequest): KeptAnswer | undefined {
  const key = request.idempotencyKey
  const kept = key === undefined ? undefined : world.store.get('answer', key)
  if (kept === undefined || kept.savedAt + DAY <= world.now()) return undefined
  if (kept.path !== request.path) {
    throw new SandboxApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.path}' vs '${kept.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  if (kept.parameters !== fingerprint(request.body)) {
    throw new SandboxApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return kept
}

function readBody({ body, contentType }: ApiRequest): Params {
  const boundary = boundaryOf(contentType)
  return boundary === null ? decodeForm(body) : decodeMultipart(body, boundary)
}

function toWire(value: object): Wire {
  return Object.fromEntries(Object.entries(value))
}

const PUBLIC_FIELDS: readonly (keyof Stripe.PaymentIntent)[] = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

/** What a browser may see of an object: of an intent a part, of a payment method all. */
function forCaller(caller: Caller, wire: Wire): Wire {
  if (caller === 'server' || wire.object !== 'payment_intent') return wire
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, wire[field]]))
}

function errorBody(fault: SandboxApiError, caller: Caller | null): object {
  const intent = fault.body.payment_intent
  if (!intent || caller !== 'browser') return { error: fault.body }
  return { error: { ...fault.body, payment_intent: forCaller(caller, toWire(intent)) } }
}

/** Answers one API call as Stripe would. Everything it changes is kept as one line. */
export function answerCall(input: {
  world: World
  keys: Keys
  request: ApiRequest
  log: SandboxLog
}): ApiAnswer {
  const { world, keys, request, log } = input
  const requestId = world.newId('req')
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-cache, no-store',
    'request-id': requestId,
    ...(request.version ? { 'stripe-version': request.version } : {}),
    ...(request.idempotencyKey ? { 'idempotency-key': request.idempotencyKey } : {}),
  }
  const acting: World = {
    ...world,
    request: { id: requestId, idempotency_key: request.idempotencyKey ?? null },
  }
  const keep = (status: number, body: string) => {
    const id = request.method === 'POST' ? request.idempotencyKey : undefined
    if (id === undefined || (status !== 200 && status !== 402 && status < 500)) return
    const parameters = fingerprint(request.body)
    world.store.put('answer', {
      id,
      path: request.path,
      parameters,
      status,
      body,
      requestId,
      savedAt: world.now(),
    })
  }
  let caller: Caller | null = null
  try {
    const params = { ...decodeForm(request.query), ...readBody(request) }
    caller = whoCalls(request, keys, params.key)
    const { route, id } = routeFor(request, caller)
    const kept = request.method === 'POST' ? keptAnswer(acting, request) : undefined
    if (kept) {
      const replay = { 'idempotent-replayed': 'true', 'original-request': kept.requestId }
      const isLate = isLateNext(acting) && takeSimulatedError(acting) !== null
      return { status: kept.status, headers: { ...headers, ...replay }, body: kept.body, isLate }
    }
    const isSpared = caller !== 'server' || (isLateNext(acting) && request.method !== 'POST')
    const fault = isSpared ? null : takeSimulatedError(acting)
    if (fault === 'hang_up' || fault === 'never_answer') return fault
    const result = toWire(route.run({ world: acting, id, params, caller }))
    const wire = expandPaths(acting.store, result, expandParams(params.expand))
    const body = JSON.stringify(forCaller(caller, wire), null, 2)
    keep(200, body)
    return fault === 'lose_answer'
      ? 'hang_up'
      : { status: 200, headers, body, isLate: fault === 'answer_late' }
  } catch (error) {
    if (!(error instanceof SandboxApiError)) {
      log.warn({ error, path: request.path }, 'The payment sandbox failed')
      return { status: 500, headers, body: JSON.stringify({ error: ERRORS.api_error.body }) }
    }
    const body = JSON.stringify(errorBody(error, caller), null, 2)
    keep(error.status, body)
    return { status: error.status, headers, body }
  } finally {
    world.store.commit()
  }
}
