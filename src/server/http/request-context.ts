import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ADMIN_COOKIE,
  COOKIE_PATHS,
  type Context,
  type CookieName,
  type CookiePort,
  createContext,
  REFERER_COOKIE,
} from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { cookieOnWire } from './cookie-on-wire.ts'
import { networkOf } from './network-of.ts'
import { readRefererToken } from './referer-header.ts'

/** The context of one HTTP request, the same for tRPC and for REST. */
export function requestContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Context {
  const authorization = request.headers.authorization ?? ''
  return createContext({
    deps,
    requestId: request.id,
    address: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    credentials: {
      bearer: /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? null,
      refererToken: readRefererToken(authorization),
      adminCookie: readCookie(deps, request, ADMIN_COOKIE),
      refererCookie: readCookie(deps, request, REFERER_COOKIE),
    },
    cookies: cookiePort(deps, request, reply),
  })
}

/** A cookie of a request; null where it has none, or another site sent it. */
export function readCookie(
  deps: Pick<Deps, 'config'>,
  request: FastifyRequest,
  name: CookieName,
): string | null {
  if (!comesFromThisSite(deps, request)) return null
  return request.cookies[cookieOnWire(deps.config, name)] ?? null
}

/**
 * A cookie counts only for requests of our own pages: Origin, where sent, is the shop's address or the
 * request's own host, and the browser does not call it cross-site (requirements §6).
 */
function comesFromThisSite(deps: Pick<Deps, 'config'>, request: FastifyRequest): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === new URL(deps.config.publicUrl).origin || hostOf(origin) === request.headers.host
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function cookiePort(deps: Deps, request: FastifyRequest, reply: FastifyReply): CookiePort {
  const secure = deps.config.hasSecureCookies
  return {
    get: (name) => readCookie(deps, request, name),
    set(name, value, { sameSite, maxAgeSeconds }) {
      const path = COOKIE_PATHS[name]
      const options = { path, sameSite, secure, httpOnly: true, maxAge: maxAgeSeconds }
      reply.setCookie(cookieOnWire(deps.config, name), value, options)
    },
    clear(name) {
      // Browsers drop a prefixed cookie only for an answer that could have set it.
      reply.clearCookie(cookieOnWire(deps.config, name), { path: COOKIE_PATHS[name], secure })
    },
  }
}
