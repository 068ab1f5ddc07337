import { TRPCError } from '@trpc/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isOutage, ShopError, toWire } from '#server/errors.ts'
import { sentenceForStatus } from '#shared/errors.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'

beforeAll(() => speakPlainly())

function zodErrorOf(schema: z.ZodType, input: unknown): z.ZodError {
  const { error } = schema.safeParse(input)
  if (!error) throw new Error('This input fits the schema')
  return error
}

describe('the answer to a refused request', () => {
  it('is the status, sentence and fields of a ShopError, however deep it lies', () => {
    const refusal = new ShopError('STEP_UP_REQUIRED')
    const wrapped = new TRPCError({
      code: 'INTERNAL_SERVER_ERROR',
      cause: new Error('x', { cause: refusal }),
    })
    for (const error of [refusal, wrapped]) {
      expect(toWire(error)).toEqual({
        status: 403,
        body: { message: 'Please confirm with a new code', code: 'STEP_UP_REQUIRED', requiresCode: true },
        isError: false,
      })
    }
  })

  it('is the schema’s sentence where input was wrong', () => {
    const cause = zodErrorOf(z.object({ name: z.string('Please give a name.') }), {})
    expect(toWire(new TRPCError({ code: 'BAD_REQUEST', cause }))).toEqual({
      status: 400,
      body: { message: 'Please give a name.', code: 'BAD_INPUT', field: 'name' },
      isError: false,
    })
  })

  it('is never the schema’s sentence where our own output was wrong: that is an error of ours', () => {
    const cause = zodErrorOf(z.object({ secret: z.string('The secret must be text.') }), { secret: 7 })
    const wire = toWire(
      new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Output validation failed', cause }),
    )
    expect(wire).toEqual({
      status: 500,
      body: { message: sentenceForStatus(500), code: 'FAULT' },
      isError: true,
    })
  })

  it('is a fixed sentence for anything else, never the error’s own words', () => {
    const words = 'relation "Student" does not exist at /srv/shop/db.ts:12'
    const errors = [
      new Error(words),
      new TRPCError({ code: 'BAD_REQUEST', message: words }),
      new TRPCError({ code: 'UNAUTHORIZED', message: words }),
      new TRPCError({ code: 'NOT_FOUND', message: words }),
      new TRPCError({ code: 'PARSE_ERROR', message: words }),
      Object.assign(new Error(words), { statusCode: 413 }),
      Object.assign(new Error(words), { statusCode: 415 }),
      words,
      null,
      undefined,
      { message: words, statusCode: 418 },
    ]
    for (const error of errors) {
      const { status, body } = toWire(error)
      expect(body.message).toBe(sentenceForStatus(status))
      expect(JSON.stringify(body)).not.toContain('relation')
    }
  })

  it.each([
    ['BAD_REQUEST', 400],
    ['PARSE_ERROR', 400],
    ['UNAUTHORIZED', 401],
    ['FORBIDDEN', 403],
    ['NOT_FOUND', 404],
    ['METHOD_NOT_SUPPORTED', 405],
    ['TIMEOUT', 408],
    ['CONFLICT', 409],
    ['PAYLOAD_TOO_LARGE', 413],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['TOO_MANY_REQUESTS', 429],
    ['SERVICE_UNAVAILABLE', 503],
    ['INTERNAL_SERVER_ERROR', 500],
  ] as const)('has for %s the status %i', (code, status) => {
    expect(toWire(new TRPCError({ code }))).toMatchObject({ status, isError: status >= 500 })
  })

  it('is no redirect and no success, whatever an error claims', () => {
    for (const statusCode of [200, 302, 399, 600, 1000, Number.NaN, '404']) {
      expect(toWire(Object.assign(new Error('x'), { statusCode })).status).toBe(500)
    }
  })
})

describe('an unavailable part', () => {
  const offline = [
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('connection failure'), { code: '08006' }),
    Object.assign(new Error('Can’t reach database server'), { code: 'P1001' }),
    Object.assign(new Error('no answer'), { type: 'StripeConnectionError' }),
    Object.assign(new Error('too many calls'), { type: 'StripeRateLimitError' }),
    Object.assign(new Error('deadlock detected'), { code: '40P01' }),
    Object.assign(new Error('write conflict or deadlock'), { code: 'P2034' }),
    Object.assign(new Error('no transaction in time'), { code: 'P2028' }),
    Object.assign(new Error('No route to host'), { code: 'EHOSTUNREACH' }),
    Object.assign(new Error('Network is unreachable'), { code: 'ENETUNREACH' }),
    Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
    Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
    Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('timeout exceeded when trying to connect'),
  ]
  it.each(offline.map((error) => [error.message, error]))('%s: 503, and when to retry', (_words, error) => {
    for (const seen of [error, new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error })]) {
      expect(toWire(seen)).toMatchObject({
        status: 503,
        retryAfterSeconds: 5,
        isError: true,
        body: { code: 'SERVICE_UNAVAILABLE' },
      })
    }
  })

  it('is not what a wrong statement of ours looks like', () => {
    expect(isOutage(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
    expect(isOutage(Object.assign(new Error('unique'), { code: 'P2002' }))).toBe(false)
    expect(isOutage('ECONNREFUSED')).toBe(false)
  })

  it('does not run in circles when causes do', () => {
    const first = new Error('first')
    const second = new Error('second', { cause: first })
    first.cause = second
    expect(toWire(first).status).toBe(500)
  })
})

describe('text that the database cannot store', () => {
  it.each([
    ['as pg says it', Object.assign(new Error('invalid byte sequence'), { code: '22021' })],
    [
      'as Prisma says it',
      Object.assign(new Error('Database error. Code: `22021`. Message: `invalid byte sequence`'), {
        code: 'P2039',
      }),
    ],
  ])('is bad input, %s', (_way, error) => {
    expect(toWire(error)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' }, isError: false })
  })

  it('differs from other errors that Prisma words alike', () => {
    const other = Object.assign(new Error('Database error. Code: `22003`. Message: `out of range`'), {
      code: 'P2039',
    })
    expect(toWire(other).status).toBe(500)
  })
})

describe('too many attempts', () => {
  it('says how long to wait, on the wire and for the header', () => {
    expect(toWire(new ShopError('RATE_LIMITED', { retryAfterSeconds: 42 }))).toMatchObject({
      status: 429,
      retryAfterSeconds: 42,
      body: { retryAfterSeconds: 42 },
    })
    expect(toWire(new ShopError('RATE_LIMITED')).retryAfterSeconds).toBe(60)
  })
})
