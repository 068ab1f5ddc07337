import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  ADMIN_COOKIE,
  type Context,
  type CookiePort,
  createContext,
  REFERER_COOKIE,
} from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { networkOf } from './network-of.ts'
import { readRefererToken } from './referer-header.ts'

/** The context of one HTTP request, the same for tRPC and for REST. */
export function requestContext(deps: Deps, request: FastifyRequest, reply: FastifyReply): Context {
  const cookiesCount = comesFromThisSite(deps, request)
  const authorization = request.headers.authorization ?? ''
  const cookie = (name: string) => (cookiesCount ? (request.cookies[name] ?? null) : null)
  return createContext({
    deps,
    requestId: request.id,
    address: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    credentials: {
      bearer: /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? null,
      refererToken: readRefererToken(authorization),
      adminCookie: cookie(ADMIN_COOKIE),
      refererCookie: cookie(REFERER_COOKIE),
    },
    cookies: cookiePort(deps, reply),
  })
}

/**
 * A cookie counts only for requests of our own pages: Origin, where sent, is the shop's address or the
 * request's own host, and the browser does not call it cross-site (requirements §6).
 */
export function comesFromThisSite(deps: Pick<Deps, 'config'>, request: FastifyRequest): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return false
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === new URL(deps.config.publicUrl).origin || hostOf(origin) === request.headers.host
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function cookiePort(deps: Deps, reply: FastifyReply): CookiePort {
  const secure = deps.config.hasSecureCookies
  return {
    set(name, value, { path, sameSite, maxAgeSeconds }) {
      reply.setCookie(name, value, { path, sameSite, secure, httpOnly: true, maxAge: maxAgeSeconds })
    },
    clear(name, path) {
      reply.clearCookie(name, { path })
    },
  }
}
