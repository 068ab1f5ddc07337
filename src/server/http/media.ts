import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MEDIA_COOKIE } from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { createFilmReader, type ReadableFile } from '#server/features/access/read-film.ts'
import { isOurMediaUrl, MEDIA_PARTS, readMediaSession } from '#server/infra/media-url.ts'
import { type ByteRange, parseRange } from './byte-range.ts'

const address = z.object({
  params: z.object({ grantId: z.string().max(64), part: z.enum(MEDIA_PARTS) }),
  query: z.object({ s: z.string().max(200) }),
})

/** `GET` and `HEAD /media/{grant}/{part}`: a film's bytes by signed URL, to the browser that asked for it alone. */
export function registerMedia(app: FastifyInstance, deps: Deps): void {
  const readFilm = createFilmReader(deps)

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:grantId/:part',
    async handler(request, reply) {
      const { success, data } = address.safeParse({ params: request.params, query: request.query })
      if (!success || !isOurMediaUrl(deps.signer, data.params.grantId, data.query.s))
        throw new ShopError('NOT_FOUND')
      const sessionId = readMediaSession(deps.signer, request.cookies[MEDIA_COOKIE])
      if (!sessionId) throw new ShopError('NO_ACCESS')
      const file = await readFilm({ ...data.params, sessionId })
      if (!file) throw new ShopError('NO_ACCESS')
      return send(deps, request, reply, file)
    },
  })
}

async function send(deps: Deps, request: FastifyRequest, reply: FastifyReply, file: ReadableFile) {
  const found = await deps.media.stat(file.key)
  if (!found) throw new ShopError('VIDEO_UNAVAILABLE')
  // A strong entity tag, without which If-Range may not be honoured (RFC 9110 §13.1.5).
  const entityTag = file.entityTag && `"${file.entityTag.slice(0, 32)}"`
  const lastModified = new Date(Math.floor(found.changedAt.getTime() / 1000) * 1000)
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('last-modified', lastModified.toUTCString())
    .header('content-type', file.contentType)
    .header('x-content-type-options', 'nosniff')
    // Films are played by this site's pages alone.
    .header('cross-origin-resource-policy', 'same-origin')
  if (entityTag) reply.header('etag', entityTag)

  const precondition = checkPreconditions(request, entityTag, lastModified)
  if (precondition) return reply.code(precondition).send()

  const isRangeValid =
    request.method === 'GET' && ifRangeHolds(request.headers['if-range'], entityTag, lastModified)
  const range = isRangeValid ? parseRange(request.headers.range, found.bytes) : 'whole'
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${found.bytes}`)
    return reply.code(416).type('application/json').send({ message: 'The film has no such bytes.' })
  }
  if (range !== 'whole' && range.length > 1) {
    return sendSeveral(deps, reply, {
      key: file.key,
      contentType: file.contentType,
      bytes: found.bytes,
      ranges: range,
    })
  }
  const only = range === 'whole' ? { start: 0, end: found.bytes - 1 } : range[0]
  if (range !== 'whole' && only) {
    reply.code(206).header('content-range', `bytes ${only.start}-${only.end}/${found.bytes}`)
  }
  const { start, end } = only ?? { start: 0, end: found.bytes - 1 }
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD' || found.bytes === 0) return reply.send()
  return reply.send(deps.media.read(file.key, start, end))
}

/** Several ranges come as one multipart answer (RFC 9110 §14.6). */
function sendSeveral(
  deps: Deps,
  reply: FastifyReply,
  file: { key: string; contentType: string; bytes: number; ranges: readonly ByteRange[] },
) {
  const boundary = `film-${file.bytes.toString(36)}-${file.ranges.length}`
  async function* parts() {
    for (const { start, end } of file.ranges) {
      yield `\r\n--${boundary}\r\ncontent-type: ${file.contentType}\r\ncontent-range: bytes ${start}-${end}/${file.bytes}\r\n\r\n`
      yield* deps.media.read(file.key, start, end)
    }
    yield `\r\n--${boundary}--\r\n`
  }
  return reply
    .code(206)
    .type(`multipart/byteranges; boundary=${boundary}`)
    .send(Readable.from(parts(), { objectMode: false }))
}

/** If-Match, If-Unmodified-Since, If-None-Match, If-Modified-Since, in the order of RFC 9110 §13.2.2. */
function checkPreconditions(
  request: FastifyRequest,
  entityTag: string | null,
  lastModified: Date,
): 304 | 412 | null {
  const { headers } = request
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== '*' && !listsTag(ifMatch, entityTag)) return 412
  } else if (isBefore(headers['if-unmodified-since'], lastModified)) {
    return 412
  }
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch.trim() === '*' || listsTag(ifNoneMatch.replaceAll('W/', ''), entityTag) ? 304 : null
  }
  const since = parseHttpDate(headers['if-modified-since'])
  return since && lastModified <= since ? 304 : null
}

function ifRangeHolds(
  header: string | string[] | undefined,
  entityTag: string | null,
  lastModified: Date,
): boolean {
  if (header === undefined) return true
  const text = String(header).trim()
  if (text.startsWith('"')) return text === entityTag
  const date = parseHttpDate(text)
  return date !== null && date.getTime() === lastModified.getTime()
}

function listsTag(header: string, entityTag: string | null): boolean {
  return entityTag !== null && header.split(',').some((tag) => tag.trim() === entityTag)
}

function isBefore(header: string | undefined, lastModified: Date): boolean {
  const date = parseHttpDate(header)
  return date !== null && date < lastModified
}

function parseHttpDate(text: string | undefined): Date | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time)
}
