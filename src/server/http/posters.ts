import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findPoster } from '#server/features/catalog/queries.ts'

const params = z.object({ file: z.string().regex(/^[a-z0-9-]{1,100}\.jpg$/) })

/** `GET /posters/{slug}.jpg`: the still of a film, for everybody. */
export function registerPosters(app: FastifyInstance, deps: Deps): void {
  app.get('/posters/:file', async (request, reply) => {
    const parsed = params.safeParse(request.params)
    if (!parsed.success) throw new ShopError('NOT_FOUND')
    const poster = await findPoster(deps.db, parsed.data.file.replace(/\.jpg$/, ''))
    const found = poster && (await deps.media.stat(poster.key))
    if (!poster || !found) throw new ShopError('NOT_FOUND')
    return reply
      .type(poster.contentType)
      .header('cache-control', 'public, max-age=3600')
      .header('content-length', found.bytes)
      .send(deps.media.read(poster.key, 0, found.bytes - 1))
  })
}
