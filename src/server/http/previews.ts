import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findPublicFile } from '#server/features/catalog/queries.ts'
import { sendFile } from './send-file.ts'

/** Files are called what their maker called them. */
const params = z.object({ file: z.string().min(1).max(200) })

/** `GET /previews/{file}`: promo video and free snippets with their captions and stills, and posters, public. */
export function registerPreviews(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/previews/:file',
    async handler(request, reply) {
      const parsed = params.safeParse(request.params)
      const file = parsed.success ? await findPublicFile(deps.db, parsed.data.file) : null
      if (!file) throw new ShopError('NOT_FOUND')
      return sendFile(deps.media, { request, reply, file, cacheControl: 'public, max-age=3600' })
    },
  })
}
