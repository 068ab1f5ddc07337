import type { FastifyInstance } from 'fastify'
import { bulkBodyBytes } from '#shared/limits.ts'

/** The procedures that take a whole mailing; a batch may bring others along. */
const LARGE = 'admin\\.campaigns\\.(?:send|sendTest|preview|saveDraft|checkList)'
export const LARGE_PATH = `/trpc/:path(^[\\w.,]*${LARGE}[\\w.,]*$)`

/** Registers tRPC's route once more for these, with room for what they are given; everything else keeps its limit. */
export function allowLargeBodies(scope: FastifyInstance): void {
  scope.addHook('onRoute', function (this: FastifyInstance, route) {
    if (route.url !== '/trpc/:path' || !route.method.includes('POST')) return
    this.route({
      ...route,
      method: 'POST',
      url: LARGE_PATH.slice(this.prefix.length),
      bodyLimit: bulkBodyBytes,
    })
  })
}
