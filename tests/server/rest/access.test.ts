import cookie from '@fastify/cookie'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_COOKIE } from '#server/context.ts'
import { requestContext } from '#server/http/request-context.ts'
import {
  adminProcedure,
  ownStudentProcedure,
  publicProcedure,
  refererProcedure,
  router,
  studentProcedure,
} from '#server/trpc.ts'
import { CALLERS, createTestApp, type TestApp } from '#tests/support/app.ts'
import { findEndpoints, verdictFor, verdictOf } from './access-rules.ts'

/** One procedure of each kind, so that every kind is tested whether a feature uses it or not. */
const sample = router({
  anyone: publicProcedure.query(() => 'in'),
  student: studentProcedure.query(({ ctx }) => ctx.student.studentId),
  ownStudent: ownStudentProcedure.query(({ input }) => input.userId),
  referer: refererProcedure.query(({ ctx }) => ctx.referer.refererId),
  admin: adminProcedure.query(({ ctx }) => ctx.admin.adminId),
})
const { endpoints } = findEndpoints(sample._def.procedures)

let shop: TestApp
let server: FastifyInstance
beforeAll(async () => {
  shop = await createTestApp()
  server = fastify()
  await server.register(cookie)
  await server.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router: sample,
      createContext: ({ req, res }) => requestContext(shop.shop.deps, req, res),
    },
  } satisfies FastifyTRPCPluginOptions<typeof sample>)
})
afterAll(async () => {
  await server.close()
  await shop.close()
})

function call(path: string, headers: Record<string, string>) {
  const input = encodeURIComponent(JSON.stringify({ json: { userId: shop.people.student.id } }))
  return server.inject({ url: `/trpc/${path}?input=${input}`, headers })
}

describe.each(endpoints)('the procedure for $access', ({ path, access }) => {
  it.each(CALLERS)('to %s', async (caller) => {
    expect(verdictOf(await call(path, shop.headersOf(caller)))).toBe(verdictFor(access, caller))
  })
})

describe('a session', () => {
  it('knows whose it is', async () => {
    const { student, referer, admin } = shop.people
    for (const [path, caller, id] of [
      ['student', 'student', student.id],
      ['referer', 'referer', referer.id],
      ['admin', 'admin', admin.id],
    ] as const) {
      const answer = await call(path, shop.headersOf(caller))
      expect(answer.json()).toMatchObject({ result: { data: { json: id } } })
    }
  })

  it('ends when its owner may no longer come in', async () => {
    const { db, clock } = shop.shop.deps
    const { otherStudent, referer, admin } = shop.people
    const now = clock.now()
    await db.student.update({ where: { id: otherStudent.id }, data: { erasedAt: now } })
    await db.referer.update({ where: { id: referer.id }, data: { endedAt: now } })
    await db.admin.update({ where: { id: admin.id }, data: { disabledAt: now } })
    for (const [path, caller] of [
      ['student', 'otherStudent'],
      ['referer', 'referer'],
      ['admin', 'admin'],
    ] as const) {
      expect((await call(path, shop.headersOf(caller))).statusCode, caller).toBe(401)
    }
    await db.student.update({ where: { id: otherStudent.id }, data: { erasedAt: null } })
    await db.referer.update({ where: { id: referer.id }, data: { endedAt: null } })
    await db.admin.update({ where: { id: admin.id }, data: { disabledAt: null } })
  })
})

describe('a referer’s session JSON', () => {
  it('proves nothing by its ids', async () => {
    const { referer } = shop.people
    for (const authorization of [
      JSON.stringify({ id: referer.id, referralCode: referer.code }),
      JSON.stringify({ id: referer.id, token: 'made up' }),
      JSON.stringify({ id: referer.id, token: null }),
      JSON.stringify([{ token: shop.sessions.referer.token }]),
      `{"token":"${shop.sessions.referer.token}"`,
    ]) {
      expect((await call('referer', { authorization })).statusCode, authorization).toBe(401)
    }
  })

  it('may come with Bearer before it', async () => {
    const authorization = `Bearer ${JSON.stringify({ token: shop.sessions.referer.token })}`
    expect((await call('referer', { authorization })).statusCode).toBe(200)
  })
})

describe('an admin’s cookie', () => {
  const own = () => ({ cookie: `${ADMIN_COOKIE}=${shop.sessions.admin.token}` })
  it.each([
    ['no Origin, as with a plain GET', {}, 200],
    ['the shop’s own Origin', { origin: 'http://localhost:3000' }, 200],
    ['the request’s own host as Origin', { origin: 'https://shop.test', host: 'shop.test' }, 200],
    ['a same-site fetch', { 'sec-fetch-site': 'same-origin' }, 200],
    ['another Origin', { origin: 'https://evil.example' }, 401],
    ['an Origin that only begins alike', { origin: 'http://localhost:3000.evil.example' }, 401],
    ['the Origin null of a sandboxed frame', { origin: 'null' }, 401],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 401],
    [
      'a cross-site fetch that claims our Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
      401,
    ],
  ])('with %s', async (_how, headers, status) => {
    expect((await call('admin', { ...own(), ...headers })).statusCode).toBe(status)
  })

  it('does not count as a header', async () => {
    const headers = { authorization: `Bearer ${shop.sessions.admin.token}` }
    expect((await call('admin', headers)).statusCode).toBe(401)
  })
})
