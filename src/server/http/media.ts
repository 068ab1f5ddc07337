import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MEDIA_COOKIE } from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { createVideoReader } from '#server/features/playback/streams.ts'
import { isOurMediaUrl, MEDIA_PARTS, type MediaAddress, readMediaSession } from '#server/infra/media-url.ts'
import { readCookie } from './request-context.ts'
import { sendFile } from './send-file.ts'

const address = z.object({
  params: z.object({ grantId: z.string().max(64), part: z.enum(MEDIA_PARTS) }),
  query: z.object({
    s: z.string().max(200),
    file: z.string().min(1).max(1_000),
    v: z.string().max(64),
  }),
})

type VideoRequest = MediaAddress & { sessionId: string }

/** Far more than play at once; beyond it the cache is cleared. */
const MOST_VERIFIED = 2_000

/** `GET` and `HEAD /media/{grant}/{part}`: a video's bytes by signed URL, only to the browser that opened it. */
export function registerMedia(app: FastifyInstance, deps: Deps): void {
  const readVideo = createVideoReader(deps)
  /** URLs and cookies whose signatures were right, which they stay: a player sends the same ones with each range. */
  const verified = new Map<string, VideoRequest>()

  function verify(request: FastifyRequest): VideoRequest {
    const cookie = readCookie(deps, request, MEDIA_COOKIE)
    const name = `${cookie} ${request.url}`
    const known = verified.get(name)
    if (known) return known
    const { success, data } = address.safeParse({ params: request.params, query: request.query })
    if (!success) throw new ShopError('NOT_FOUND')
    const { params, query } = data
    const asked: MediaAddress = { ...params, key: query.file, version: query.v }
    if (!isOurMediaUrl(deps.signer, asked, query.s)) throw new ShopError('NOT_FOUND')
    const sessionId = readMediaSession(deps.signer, cookie)
    if (!sessionId) throw new ShopError('NO_ACCESS')
    if (verified.size >= MOST_VERIFIED) verified.clear()
    verified.set(name, { ...asked, sessionId })
    return { ...asked, sessionId }
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:grantId/:part',
    async handler(request, reply) {
      const asked = verify(request)
      const file = await readVideo(asked)
      if (!file) throw new ShopError('NO_ACCESS')
      // A browser may take a whole video in one answer, over hours: access that ends, ends that answer too.
      const mayGoOn = async () => (await readVideo(asked)) !== null
      return sendFile(deps.media, { request, reply, file, cacheControl: 'private, no-store', mayGoOn })
    },
  })
}
