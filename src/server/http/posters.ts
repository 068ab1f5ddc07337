import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findPoster } from '#server/features/catalog/queries.ts'
import { sendFile } from './send-file.ts'

const params = z.object({ file: z.string().regex(/^[a-z0-9-]{1,100}\.jpg$/) })

/** `GET /posters/{slug}.jpg`: the still of a film, for everybody. */
export function registerPosters(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/posters/:file',
    async handler(request, reply) {
      const parsed = params.safeParse(request.params)
      const file = parsed.success ? await findPoster(deps.db, parsed.data.file.replace(/\.jpg$/, '')) : null
      if (!file) throw new ShopError('NOT_FOUND')
      return sendFile(deps.media, { request, reply, file, cacheControl: 'public, max-age=3600' })
    },
  })
}
