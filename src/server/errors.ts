import { TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { FAULT } from '#shared/error-code.ts'
import { SHOP_ERRORS, type ShopErrorCode, sentenceForStatus } from '#shared/errors.ts'
import { firstIssue } from '#shared/schemas/zod-messages.ts'

/**
 * A refusal a person can cause. Its status and sentence are in `src/shared/errors.ts`; `data` goes on the wire too. Its
 * code says what happened, so it has no stack: tRPC reads that of every error, and to read one with source maps takes
 * long (145 ms for the first of a file). Where a part failed underneath, `cause` has its own.
 */
export class ShopError extends Error {
  readonly code: ShopErrorCode
  readonly data: WireData

  constructor(code: ShopErrorCode, data: WireData = {}, options?: ErrorOptions) {
    super(SHOP_ERRORS[code].message, options)
    this.name = 'ShopError'
    this.code = code
    this.data = data
    // V8 writes the frames when the stack is first read, and to overwrite it is to read it.
    delete this.stack
    this.stack = `ShopError: ${code}`
  }
}

type WireData = Readonly<Record<string, string | number | boolean | null>>

/** The answer to a refused request: HTTP status and a JSON body with a `message`. */
export type WireError = {
  status: number
  body: { message: string; code: string } & WireData
  /** Set where trying again later makes sense (RFC 9110 §10.2.3). */
  retryAfterSeconds?: number
  /** Bugs and unavailable parts are logged with their cause; refusals are not. */
  isError: boolean
}

const TRPC_STATUS: Partial<Record<TRPCError['code'], number>> = {
  PARSE_ERROR: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
}

/**
 * The one formatter of errors, for tRPC, REST and Fastify alike. Only two things have words of their own: a
 * ShopError, and a ZodError under BAD_REQUEST; everything else gets a fixed sentence chosen by its status.
 */
export function toWire(error: unknown): WireError {
  const shopError = findInCauses(error, (cause) => cause instanceof ShopError)
  if (shopError instanceof ShopError) return wordShopError(shopError)
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) {
    return wordInput(error.cause)
  }
  if (findInCauses(error, isOutage))
    return wordShopError(new ShopError('SERVICE_UNAVAILABLE', {}, { cause: error }))
  if (findInCauses(error, isDiskFull)) return wordShopError(new ShopError('DISK_FULL', {}, { cause: error }))
  if (findInCauses(error, isUnstorable))
    return wordShopError(new ShopError('BAD_INPUT', {}, { cause: error }))
  const status = statusOf(error)
  if (status === 503) return wordShopError(new ShopError('SERVICE_UNAVAILABLE', {}, { cause: error }))
  return {
    status,
    body: { message: sentenceForStatus(status), code: codeOf(status) },
    isError: status >= 500,
  }
}

function wordShopError(error: ShopError): WireError {
  const { status, message, wire } = SHOP_ERRORS[error.code]
  return {
    status,
    body: { message, code: error.code, ...wire, ...error.data },
    isError: status >= 500,
    ...(status === 503 ? { retryAfterSeconds: 5 } : {}),
    ...(status === 429 ? { retryAfterSeconds: retryAfter(error) } : {}),
  }
}

function retryAfter(error: ShopError): number {
  const seconds = error.data.retryAfterSeconds
  return typeof seconds === 'number' ? seconds : 60
}

function wordInput(error: ZodError): WireError {
  const { message, field } = firstIssue(error)
  return { status: 400, body: { message, code: 'BAD_INPUT', ...(field ? { field } : {}) }, isError: false }
}

function statusOf(error: unknown): number {
  if (error instanceof TRPCError) return TRPC_STATUS[error.code] ?? 500
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function codeOf(status: number): string {
  if (status === 401) return 'NOT_SIGNED_IN'
  if (status === 404) return 'NOT_FOUND'
  return status >= 500 ? FAULT : 'BAD_INPUT'
}

function findInCauses(error: unknown, test: (cause: unknown) => boolean): unknown {
  for (let cause = error, depth = 0; cause !== undefined && cause !== null && depth < 8; depth++) {
    if (test(cause)) return cause
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return undefined
}

/**
 * Codes that say a part did not answer: sockets; of PostgreSQL no connection (class 08), no space on disk or in memory and
 * no connection left (53), a statement or lock that took too long (57014, 55P03), going down (57P), a disk that fails
 * (58030), a server that may only be read from (25006), and one of two transactions that wait for each other (40P01, P2034);
 * Prisma's P1xxx, no transaction in time (P2028).
 */
const POSTGRES_UNAVAILABLE = '57P0[1-5]|57014|55P03|53[0-4]00|58030|25006|40P01|08[0-9A-Z]{3}'
const UNAVAILABLE = new RegExp(
  `^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ENOTFOUND|EAI_AGAIN|${POSTGRES_UNAVAILABLE}|P1001|P1002|P1008|P1017|P2024|P2028|P2034|P2037)$`,
)
/** Where Prisma has no code of its own for PostgreSQL's, it keeps it in the sentence alone. */
const UNAVAILABLE_IN_TEXT = new RegExp(`\`(${POSTGRES_UNAVAILABLE})\``)

/** What Stripe's SDK calls its errors when Stripe does not answer, fails, or has had too many calls (429). */
const STRIPE_UNAVAILABLE: readonly unknown[] = [
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
]

/** Of a folder that the shop writes to itself; a database without room counts as away. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

/** A text that PostgreSQL cannot store, such as one with a zero byte; Prisma keeps its code in the sentence alone. */
function isUnstorable(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  return error.code === '22021' || (error.code === 'P2039' && error.message.includes('`22021`'))
}

/** Whether a unique value exists already: PostgreSQL's unique_violation, as Prisma reports it. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

/** Whether an error means that a part (database, queue, Stripe) is unavailable, and that our code is not wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string' && UNAVAILABLE.test(code)) return true
  if ((code === 'P2039' || code === 'P2010') && UNAVAILABLE_IN_TEXT.test(error.message)) return true
  if ('type' in error && STRIPE_UNAVAILABLE.includes(error.type)) return true
  return /Connection terminated|Query read timeout|Can't reach database server|timeout exceeded when trying to connect|timeout expired/.test(
    error.message,
  )
}
