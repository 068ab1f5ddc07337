import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REST_ROWS } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'
import { type Caller, createTestApp, noLimits, type TestApp } from '#tests/support/app.ts'
import { size } from '#tests/support/size.ts'
import { type Endpoint, findEndpoints } from './access-rules.ts'
import { absurdIds, absurdQueries, anyJson, badBodies, rawBodies } from './bad-bodies.ts'
import { expectNoError, expectRefusal, foreignWords } from './refusal.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ parts: { limits: noLimits } })
})
afterAll(() => shop.close())
// Signing out is among the procedures. Read through the pool, as this is done thousands of times.
beforeEach(async () => {
  await shop.shop.deps.pool.query('update "Session" set "revokedAt" = null where "revokedAt" is not null')
})

/** Anything may come with a call that looks at no input, such as signing out. */
function takesNothing(path: string): boolean {
  return endpoints.find((endpoint) => endpoint.path === path)?.takesInput === false
}

const { endpoints } = findEndpoints(appRouter._def.procedures)
const withBody = REST_ROWS.filter((row) => row.method !== 'GET')
const withoutBody = REST_ROWS.filter((row) => row.method === 'GET')
const RUNS = size(6, 300)
/** What the server reads of a body where a row of the table says nothing else. */
const ORDINARY_BODY_BYTES = 256 * 1024

/** Called by a user with access, so that the input is checked. */
const callerOf = (path: string): Caller => {
  const access = endpoints.find((endpoint) => endpoint.path === path)?.access
  if (access === 'referer' || access === 'admin') return access
  return access === 'anyone' ? 'anonymous' : 'student'
}

describe.each(withBody)('$method $path', ({ method, path, procedure, bodyLimit = ORDINARY_BODY_BYTES }) => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    shop.send({ as: callerOf(procedure), method, url: shop.fill(path), body, headers })
  // Whether a link is valid is an answer, which strange links get as well.
  const isTolerant = takesNothing(procedure) || procedure === 'auth.verifyResetToken'

  it.each(badBodies)('refuses %s', async (what, body) => {
    const answer = await send(body)
    if (isTolerant) expectNoError(answer, what)
    else expectRefusal(answer, what)
  })

  it.each(rawBodies)('refuses a body that is %s', async (what, body, headers) => {
    const answer = await send(body, headers)
    if (isTolerant) expectNoError(answer, what)
    else expectRefusal(answer, what)
  })

  it('refuses a body above its limit as too large', async () => {
    const answer = await send({ email: 'x'.repeat(bodyLimit) })
    expectRefusal(answer, 'too large')
    expect(answer.statusCode).toBe(413)
  })

  it('never errors on any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (body) => {
        expectNoError(await send(JSON.stringify(body)), JSON.stringify(body))
      }),
      { numRuns: RUNS },
    )
  })
})

describe.each(withoutBody)('$method $path', ({ method, path, procedure }) => {
  it.each(absurdQueries)('copes with the query %s', async (query) => {
    const as = callerOf(procedure)
    expectNoError(await shop.send({ as, method, url: `${shop.fill(path)}?${query}` }), query)
  })
})

describe.each(withoutBody.filter(({ path }) => path.includes(':')))(
  '$method $path',
  ({ method, path, procedure }) => {
    it.each(absurdIds)('copes with ids like %s', async (id) => {
      const as = callerOf(procedure)
      for (const parameter of path.match(/:\w+/g) ?? []) {
        const url = shop.fill(path.replace(parameter, id))
        expectNoError(await shop.send({ as, method, url }), url)
      }
    })
  },
)

describe.each(endpoints.filter((endpoint) => endpoint.takesInput))(
  'the procedure $path',
  (endpoint: Endpoint) => {
    const { path, type } = endpoint
    const as = callerOf(path)

    it.each(badBodies)('copes with %s', async (what, input) => {
      expectNoError(await shop.call({ as, path, type, input }), what)
    })

    it('copes with any input, right user or wrong', async () => {
      const input = fc.oneof(
        anyJson,
        fc.dictionary(fc.constantFrom(...FIELDS), anyJson).map((fields) => ({
          userId: shop.people.student.id,
          ...fields,
        })),
      )
      await fc.assert(
        fc.asyncProperty(input, async (value) => {
          expectNoError(await shop.call({ as, path, type, input: value }), JSON.stringify(value))
        }),
        { numRuns: RUNS },
      )
    })

    it('copes with broken wrapping', async () => {
      for (const wire of BROKEN_WIRES) {
        const url = `/trpc/${path}`
        const answer =
          type === 'query'
            ? await shop.send({ as, url: `${url}?input=${encodeURIComponent(wire)}` })
            : await shop.send({ as, method: 'POST', url, body: wire })
        expectNoError(answer, wire)
      }
    })
  },
)

/** superjson's envelope, wrong in every way it can be. */
const BROKEN_WIRES = [
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"json":',
  '{"json":{"email":1},"meta":7}',
  '{"json":{"email":1},"meta":{"values":{"email":["Date"]}}}',
  '{"json":{"email":1},"meta":{"values":{"__proto__.isAdmin":["Date"]}}}',
  '{"json":{"email":1},"meta":{"values":{"email":[["class","Student"]]}}}',
  '{"json":{"email":1},"meta":{"referentialEqualities":{"email":["constructor.prototype"]}}}',
  '{"json":"x","meta":{"values":["bigint"]}}',
  `{"json":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
  '%00',
]

/** Names the schemas know, so that the fuzz gets past the first look. */
const FIELDS = [
  'userId',
  'email',
  'username',
  'password',
  'token',
  'type',
  'code',
  'items',
  'videoId',
  'progress',
  'completed',
  'positionSeconds',
  'playSession',
  'sequence',
  'referralCode',
  'paymentIntentId',
  'orderId',
  'consent',
  'buyer',
] as const

describe('the list of foreign words', () => {
  it.each([
    'Invalid input: expected string, received undefined',
    "body must have required property 'email'",
    'Unexpected token < in JSON at position 0',
    "'/api/%E0' is not a valid url component",
    'Route GET:/x not found',
    'PrismaClientKnownRequestError',
    'relation "Student" does not exist',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'Error: x\n    at send (/srv/app.js:12:3)',
  ])('knows %s', (sentence) => {
    expect(foreignWords(sentence)).not.toEqual([])
  })

  it('does not suspect the shop’s own sentences', () => {
    expect(foreignWords('Please check the form and try again.')).toEqual([])
    expect(foreignWords('We could not find that.')).toEqual([])
  })
})
