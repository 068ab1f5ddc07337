import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '#server/errors.ts'
import { refuseUnread } from './json-body.ts'
import { networkOf } from './network-of.ts'

/** Enough for the largest campaign and a few dozen of the largest forms at the same time. */
export const BODY_BYTES_OF_ADDRESS = 8 * 1024 * 1024

/**
 * Bodies are held in memory while they come. Of one network address no more may be on their way at once than a few:
 * many connections that each send slowly would otherwise add up without end.
 */
export function limitBodies(app: FastifyInstance): void {
  const onTheirWay = new Map<string, number>()

  function add(address: string, bytes: number): void {
    const sum = (onTheirWay.get(address) ?? 0) + bytes
    if (sum > 0) onTheirWay.set(address, sum)
    else onTheirWay.delete(address)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const bytes = announcedBytes(request)
    if (bytes === 0) {
      done()
      return
    }
    const address = networkOf(request.ip)
    if ((onTheirWay.get(address) ?? 0) + bytes > BODY_BYTES_OF_ADDRESS) {
      refuseUnread(reply, new ShopError('SERVICE_UNAVAILABLE'))
    }
    add(address, bytes)
    reply.raw.once('close', () => add(address, -bytes))
    done()
  })
}

/** What the route would read of the body at most; a chunked one does not say its length. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return limit
  return Math.min(Number(headers['content-length'] ?? 0), limit)
}
