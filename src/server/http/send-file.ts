import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ShopError } from '#server/errors.ts'
import type { HandOver, MediaStore } from '#server/infra/media-store.ts'
import type { FileRange } from '#server/infra/stream-file.ts'
import { type ByteRange, parseRange } from './byte-range.ts'
import { checkPreconditions, ifRangeHolds } from './preconditions.ts'

/** `entityTag` is a digest of the contents; null where none is known. */
export type StoredFile = { key: string; contentType: string; entityTag: string | null }

/**
 * Sends a stored file to GET and HEAD: itself, whole or in ranges (RFC 9110 §13 and §14), or by the proxy that sends files
 * for the store. The caller checks the permission, on every request.
 *
 * @throws ShopError VIDEO_UNAVAILABLE when the store does not have it
 */
export async function sendFile(
  media: MediaStore,
  {
    request,
    reply,
    file,
    cacheControl,
    mayGoOn = async () => true,
  }: {
    request: FastifyRequest
    reply: FastifyReply
    file: StoredFile
    cacheControl: string
    /** Checked during a long answer, before each chunk but the first; false ends the answer. */
    mayGoOn?: () => Promise<boolean>
  },
) {
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const elsewhere = await media.handOver(file, { method, cacheControl })
  // A script may not follow a redirect to another host (Fetch, "HTTP-redirect fetch"): its requests go through this server.
  const isFollowed = elsewhere?.by === 'accel' || request.headers['sec-fetch-dest'] !== 'empty'
  if (elsewhere && isFollowed) return sendElsewhere(reply, elsewhere, { file, cacheControl })

  const found = await media.stat(file.key).catch((cause: unknown) => {
    throw new ShopError('SERVICE_UNAVAILABLE', {}, { cause })
  })
  if (!found) throw new ShopError('VIDEO_UNAVAILABLE')
  // A strong entity tag, without which If-Range may not be honoured (RFC 9110 §13.1.5).
  const entityTag = file.entityTag && `"${file.entityTag.slice(0, 32)}"`
  const lastModified = new Date(Math.floor(found.changedAt.getTime() / 1000) * 1000)
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', cacheControl)
    .header('last-modified', lastModified.toUTCString())
    .header('content-type', file.contentType)
  guard(reply)
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
    return sendSeveral(media, reply, {
      key: file.key,
      contentType: file.contentType,
      bytes: found.bytes,
      ranges: range,
      mayGoOn,
    })
  }
  const only = range === 'whole' ? { start: 0, end: found.bytes - 1 } : range[0]
  if (range !== 'whole' && only) {
    reply.code(206).header('content-range', `bytes ${only.start}-${only.end}/${found.bytes}`)
  }
  const { start, end } = only ?? { start: 0, end: found.bytes - 1 }
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD' || found.bytes === 0) return reply.send()
  return streamRange(media, reply, { key: file.key, start, end, mayGoOn })
}

/** Past the framework's own streams, which take a new buffer for each piece. */
async function streamRange(
  media: MediaStore,
  reply: FastifyReply,
  { key, ...range }: FileRange & { key: string },
): Promise<FastifyReply> {
  const { raw } = reply.hijack()
  const headers = Object.entries(reply.getHeaders())
  raw.writeHead(
    reply.statusCode,
    headers.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
  )
  try {
    await media.stream(key, range, raw)
    raw.end()
  } catch {
    // The length is said: a connection that ends early is the one way left to say that something is missing.
    raw.destroy()
  }
  return reply
}

/** Videos are played by this site's pages alone, as what they are. */
function guard(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
}

function sendElsewhere(
  reply: FastifyReply,
  elsewhere: HandOver,
  { file, cacheControl }: { file: StoredFile; cacheControl: string },
) {
  guard(reply)
  // Kept, a redirect would outlive its signature.
  if (elsewhere.by === 'redirect')
    return reply.header('cache-control', 'private, no-store').redirect(elsewhere.url, 302)
  return reply
    .header('cache-control', cacheControl)
    .header('content-type', file.contentType)
    .header('x-accel-redirect', elsewhere.path)
    .send()
}

/** Several ranges come as one multipart answer (RFC 9110 §14.6). */
function sendSeveral(
  media: MediaStore,
  reply: FastifyReply,
  file: {
    key: string
    contentType: string
    bytes: number
    ranges: readonly ByteRange[]
    mayGoOn: () => Promise<boolean>
  },
) {
  const boundary = `film-${file.bytes.toString(36)}-${file.ranges.length}`
  const headOf = ({ start, end }: ByteRange) =>
    `\r\n--${boundary}\r\ncontent-type: ${file.contentType}\r\ncontent-range: bytes ${start}-${end}/${file.bytes}\r\n\r\n`
  const foot = `\r\n--${boundary}--\r\n`
  const length = file.ranges.reduce(
    (sum, range) => sum + headOf(range).length + range.end - range.start + 1,
    foot.length,
  )
  async function* parts() {
    for (const range of file.ranges) {
      yield headOf(range)
      for await (const piece of media.read(file.key, range.start, range.end)) {
        if (!(await file.mayGoOn())) throw new Error('The bytes may not be sent any longer')
        yield piece
      }
    }
    yield foot
  }
  return reply
    .code(206)
    .type(`multipart/byteranges; boundary=${boundary}`)
    .header('content-length', length)
    .send(Readable.from(parts(), { objectMode: false }))
}
