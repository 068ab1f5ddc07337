import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, LightMyRequestResponse, RouteOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { ADMIN_COOKIE } from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import type { RateLimits } from '#server/infra/rate-limits.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import type { TestDeps } from './deps.ts'
import { type MadeAdmin, makeAdmin } from './factories/admin.ts'
import { type MadeReferer, makeReferer } from './factories/referer.ts'
import { type MadeStudent, makeSession, makeStudent } from './factories/student.ts'
import { createTestShop, type TestShop } from './shop.ts'

/** Everybody who may send a request; the expired ones hold a session that ended a second ago. */
export const CALLERS = [
  'anonymous',
  'student',
  'otherStudent',
  'referer',
  'admin',
  'expiredStudent',
  'expiredReferer',
  'expiredAdmin',
] as const
export type Caller = (typeof CALLERS)[number]

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
export type Answer = LightMyRequestResponse

type Request = {
  as?: Caller
  method?: Method
  url: string
  /** Sent as JSON; a string or buffer is sent as it is. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export type TestApp = {
  shop: TestShop
  app: FastifyInstance
  /** Every route the server has, as `METHOD /path`. */
  routes: string[]
  people: { student: MadeStudent; otherStudent: MadeStudent; referer: MadeReferer; admin: MadeAdmin }
  /** The session of each signed-in caller. */
  sessions: Record<'student' | 'otherStudent' | 'referer' | 'admin', { token: string; sessionId: string }>
  /** What a caller's browser sends to say who it is. */
  headersOf(caller: Caller): Record<string, string>
  /** A path of the REST table with its parameters filled: the signed-in people's own ids, made-up others. */
  fill(path: string): string
  send(request: Request): Promise<Answer>
  /** Calls a procedure over tRPC, as our own pages do. */
  call(procedure: { as?: Caller; path: string; type: 'query' | 'mutation'; input?: unknown }): Promise<Answer>
  close(): Promise<void>
}

/** Lets everything through, for tests that send more than any person would. */
export const noLimits: RateLimits = {
  async consume() {},
  async tryConsume() {
    return true
  },
  async giveBack() {},
  async reset() {},
}

type Options = {
  /** Replaces parts of the shop, for a test that needs one unavailable. */
  parts?: Partial<Deps>
  /** The same, made from the shop's parts. */
  partsOf?: (deps: TestDeps) => Promise<Partial<Deps>>
  registerSite?: (app: FastifyInstance) => Promise<void>
}

/** A shop behind its HTTP server, with one person of each kind signed in and one whose session has ended. */
export async function createTestApp({ parts, partsOf, registerSite }: Options = {}): Promise<TestApp> {
  speakPlainly()
  const shop = await createTestShop()
  const made = await partsOf?.(shop.deps)
  const { app, routes } = await buildAndWatch({ ...shop.deps, ...parts, ...made }, registerSite)
  const { people, sessions, headers } = await admitPeople(shop)

  function send({ as = 'anonymous', method = 'GET', url, body, headers: more = {} }: Request) {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
    const payload = body === undefined || isRaw ? body : JSON.stringify(body)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    return app.inject({
      method,
      url,
      headers: { ...type, ...headers[as], ...more },
      ...(payload === undefined ? {} : { payload }),
    })
  }

  return {
    shop,
    app,
    routes,
    people,
    sessions,
    headersOf: (caller) => headers[caller],
    fill: (path) =>
      path
        .replace(':userId', people.student.id)
        .replace(':refererId', people.referer.id)
        .replace(':videoId', '1')
        .replace(':quarterYear', '2026-Q3')
        .replace(/:\w+/g, 'made-up'),
    send,
    call({ as = 'anonymous', path, type, input }) {
      // superjson's envelope around plain JSON.
      const wire = JSON.stringify({ json: input })
      return type === 'query'
        ? send({ as, url: `/trpc/${path}?input=${encodeURIComponent(wire)}` })
        : send({ as, method: 'POST', url: `/trpc/${path}`, body: wire })
    },
    async close() {
      await app.close()
      await shop.close()
    },
  }
}

/** Fastify tells about routes only while they are registered, and about itself on this channel before that. */
async function buildAndWatch(
  deps: Deps,
  registerSite?: (app: FastifyInstance) => Promise<void>,
): Promise<{ app: FastifyInstance; routes: string[] }> {
  const routes: string[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    const app = await buildApp(deps, registerSite)
    await app.ready()
    return { app, routes }
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
}

async function admitPeople({ deps }: TestShop) {
  const [student, otherStudent, referer, admin] = await Promise.all([
    makeStudent(deps),
    makeStudent(deps),
    makeReferer(deps),
    makeAdmin(deps),
  ])
  const ended = { expiresAt: new Date(deps.clock.now().getTime() - 1_000) }
  const owners = {
    student: { studentId: student.id },
    otherStudent: { studentId: otherStudent.id },
    referer: { refererId: referer.id },
    admin: { adminId: admin.id },
  }
  const sessions = {
    student: await makeSession(deps, owners.student),
    otherStudent: await makeSession(deps, owners.otherStudent),
    referer: await makeSession(deps, owners.referer),
    admin: await makeSession(deps, owners.admin, { stepUpAt: deps.clock.now() }),
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const portal = (token: string) => ({
    authorization: JSON.stringify({ id: referer.id, name: referer.name, referralCode: referer.code, token }),
  })
  const cookie = (token: string) => ({ cookie: `${ADMIN_COOKIE}=${token}` })
  const headers: Record<Caller, Record<string, string>> = {
    anonymous: {},
    student: bearer(sessions.student.token),
    otherStudent: bearer(sessions.otherStudent.token),
    referer: portal(sessions.referer.token),
    admin: cookie(sessions.admin.token),
    expiredStudent: bearer((await makeSession(deps, owners.student, ended)).token),
    expiredReferer: portal((await makeSession(deps, owners.referer, ended)).token),
    expiredAdmin: cookie((await makeSession(deps, owners.admin, ended)).token),
  }
  return { people: { student, otherStudent, referer, admin }, sessions, headers }
}
