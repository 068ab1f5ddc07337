import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '#server/errors.ts'

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i
const LOCAL_SOCKET = /^(?:::ffff:)?127\.|^::1$/
/** What proxies add: behind one, every request comes from this machine. */
const FORWARDED = /^(?:forwarded|via|x-real-ip|x-forwarded-.+|x-original-.+|.+-connecting-ip|.*client-ip)$/

/**
 * Keeps a local part of the demo to requests that come from this machine and name it by a loopback name. Read from the
 * socket and the raw Host header: TRUST_PROXY, PUBLIC_URL and X-Forwarded-Host have no say, and a page elsewhere whose
 * name points here (DNS rebinding) is refused.
 */
export function keepLocal(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (!isLocal(request)) throw new ShopError('NOT_FOUND')
  })
}

function isLocal({ raw, headers, originalUrl }: FastifyRequest): boolean {
  // Node keeps the first of several Host headers, a proxy may have read the last.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return (
    hosts.length === 1 &&
    LOCAL_HOST.test(headers.host ?? '') &&
    LOCAL_SOCKET.test(raw.socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => FORWARDED.test(name)) &&
    // nginx left to itself calls this machine by a loopback name, adds nothing, and speaks the old version.
    raw.httpVersion === '1.1' &&
    // A target that names a host (RFC 9112 §3.2.2) would be another answer to the same question.
    originalUrl.startsWith('/')
  )
}
