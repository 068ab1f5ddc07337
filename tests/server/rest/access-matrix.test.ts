import { initTRPC } from '@trpc/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LARGE_PATH } from '#server/http/trpc-routes.ts'
import { REST_ROWS } from '#server/rest/routes.ts'
import { appRouter } from '#server/router.ts'
import { type Access, publicProcedure, router } from '#server/trpc.ts'
import { CALLERS, createTestApp, type TestApp } from '#tests/support/app.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { findEndpoints, findUnlisted, verdictFor, verdictOf } from './access-rules.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())
// Signing out is one of the procedures, and the next test needs its caller again.
beforeEach(async () => {
  await shop.shop.deps.db.session.updateMany({ data: { revokedAt: null } })
})

const { endpoints, silent } = findEndpoints(appRouter._def.procedures)
const accessOf = new Map<string, Access>(endpoints.map((endpoint) => [endpoint.path, endpoint.access]))

type Row = {
  url: string
  status: number
  /** The answer to an admin who sends no file. */
  admin?: number
  why: string
}

function routesOf(path: string, row: Row): Record<string, Row> {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']
  return Object.fromEntries(methods.map((method) => [`${method} ${path}`, row]))
}

/** Routes beside the REST table: whom they answer, and what they say to people who bring nothing but a sign-in. */
const OTHER_ROUTES: Record<string, Row> = {
  'GET /healthz': { url: '/healthz', status: 200, why: 'shows nothing but that it is alive' },
  'GET /readyz': { url: '/readyz', status: 200, why: 'shows nothing but what is unavailable' },
  'GET /metrics': { url: '/metrics', status: 404, why: 'wants METRICS_TOKEN, which is no sign-in' },
  'GET /api/email-frame': { url: '/api/email-frame', status: 200, why: 'is an empty sheet for a mail' },
  'GET /.well-known/apple-developer-merchantid-domain-association': {
    url: '/.well-known/apple-developer-merchantid-domain-association',
    status: 404,
    why: 'is a file for Apple, which this shop has not got',
  },
  'GET /instructor': { url: '/instructor', status: 404, why: 'is a picture this shop has not got' },
  'GET /api/openapi.json': { url: '/api/openapi.json', status: 200, why: 'describes the calls, to anybody' },
  'POST /api/stripe/webhook': { url: '/api/stripe/webhook', status: 400, why: 'wants Stripe’s signature' },
  'POST /api/browser-errors': {
    url: '/api/browser-errors',
    status: 204,
    why: 'takes errors of any visitor’s browser',
  },
  'POST /api/mail/events': { url: '/api/mail/events', status: 403, why: 'wants the provider’s signature' },
  ...Object.fromEntries(
    ['ses', 'postmark', 'resend'].map((provider) => [
      `POST /api/mail/events/${provider}`,
      { url: `/api/mail/events/${provider}`, status: 403, why: 'wants the provider’s signature' },
    ]),
  ),
  'GET /api/unsubscribe.css': { url: '/api/unsubscribe.css', status: 200, why: 'is a style sheet' },
  'GET /api/unsubscribe/:token': {
    url: '/api/unsubscribe/made-up',
    status: 404,
    why: 'wants the token of a mail, which is no sign-in',
  },
  'POST /api/unsubscribe/:token': {
    url: '/api/unsubscribe/made-up',
    status: 404,
    why: 'wants the token of a mail, which is no sign-in',
  },
  [`POST ${LARGE_PATH}`]: {
    url: '/trpc/admin.campaigns.send',
    status: 415,
    why: 'wants JSON; the matrix of procedures covers the rest',
  },
  'GET /media/:grantId/:part': {
    url: '/media/made-up/film?s=forged',
    status: 404,
    why: 'wants a signed URL',
  },
  'POST /api/admin/uploads': { url: '/api/admin/uploads', status: 401, admin: 412, why: 'is for admins' },
  'PATCH /api/admin/uploads/:id': {
    url: '/api/admin/uploads/made-up',
    status: 401,
    admin: 412,
    why: 'is for admins, as is HEAD',
  },
  'GET /api/admin/uploads/:id': {
    url: '/api/admin/uploads/made-up',
    status: 401,
    admin: 404,
    why: 'is for admins, before a film is published',
  },
  'GET /previews/:file': {
    url: '/previews/no-such-piece.mp4',
    status: 404,
    why: 'free pieces are for everybody',
  },
  ...routesOf('/api', { url: '/api', status: 404, why: 'there is nothing there' }),
  'QUERY /api': { url: '/api', status: 400, why: 'that method wants a body' },
  ...routesOf('/api/*', { url: '/api/no-such-thing', status: 404, why: 'there is nothing there' }),
  'QUERY /api/*': { url: '/api/no-such-thing', status: 400, why: 'that method wants a body' },
  ...routesOf('/trpc/:path', { url: '/trpc/no.such', status: 405, why: 'tRPC knows GET and POST' }),
  'GET /trpc/:path': { url: '/trpc/no.such', status: 404, why: 'the matrix of procedures covers it' },
  'POST /trpc/:path': { url: '/trpc/no.such', status: 415, why: 'wants JSON; the matrix covers the rest' },
}

describe('every procedure says who may call it', () => {
  it('and so has a row in this matrix', () => {
    expect(silent, 'Build procedures from those of src/server/trpc.ts, which say who may call.').toEqual([])
    expect(endpoints.length).toBeGreaterThan(0)
  })

  it('which a procedure of another make would not', () => {
    const bare = initTRPC.create().procedure.query(() => 'anybody')
    const sample = router({ good: publicProcedure.query(() => 'ok') })._def.procedures
    expect(findEndpoints({ ...sample, 'sample.bare': bare })).toEqual({
      endpoints: [{ path: 'good', type: 'query', access: 'anyone', takesInput: false }],
      silent: ['sample.bare'],
    })
  })
})

describe('every route of the server was thought about', () => {
  const rows = REST_ROWS.map(({ method, path }) => `${method} ${path}`)

  it('and so has a row in the REST table or in the list above', () => {
    expect(findUnlisted(shop.routes, [...rows, ...Object.keys(OTHER_ROUTES)])).toEqual([])
  })

  it('which an unlisted route would not', () => {
    const slipped = [...shop.routes, 'GET /api/debug', 'HEAD /api/debug', 'DELETE /api/videos']
    expect(findUnlisted(slipped, [...rows, ...Object.keys(OTHER_ROUTES)])).toEqual([
      'GET /api/debug',
      'DELETE /api/videos',
    ])
  })

  it('and every row of the list is a route', () => {
    expect(Object.keys(OTHER_ROUTES).filter((route) => !shop.routes.includes(route))).toEqual([])
  })
})

describe.each(CALLERS)('%s', (caller) => {
  afterEach(() => recordReliability("other people's data", 1, 'calls of every route in every role'))

  it.each(endpoints)('at the procedure $path, for $access', async ({ path, type, access }) => {
    const input = access === 'ownStudent' ? { userId: shop.people.student.id } : undefined
    expect(verdictOf(await shop.call({ as: caller, path, type, input }))).toBe(verdictFor(access, caller))
  })

  it.each(REST_ROWS)('at $method $path', async ({ method, path, procedure }) => {
    const access = accessOf.get(procedure)
    if (!access) throw new Error(`${procedure} does not say who may call it`)
    const url = shop.fill(path)
    // The path names the owner; a body that names the caller must not grant access.
    const body = method === 'GET' ? undefined : { userId: shop.people.otherStudent.id }
    const expected = verdictFor(access, caller)
    if (procedure === 'checkout.createPaymentIntent' && caller === 'student') {
      // No path names the buyer here: the body does, and may only name the caller.
      const cart = { items: { videoIds: [1] }, ...body }
      expect(verdictOf(await shop.send({ as: caller, method, url, body: cart }))).toBe('not theirs')
      return
    }
    expect(verdictOf(await shop.send({ as: caller, method, url, body }))).toBe(expected)
  })

  it.each(Object.entries(OTHER_ROUTES))('at %s', async (route, { url, status, admin = status }) => {
    const [method = ''] = route.split(' ')
    const answer = await shop.app.inject({ method: method as 'GET', url, headers: shop.headersOf(caller) })
    expect(answer.statusCode).toBe(caller === 'admin' ? admin : status)
  })
})
