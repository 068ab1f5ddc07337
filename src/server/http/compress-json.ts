import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding } from '#server/pages/ready-file.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

type Bytes = string | Buffer

const COMPRESSORS = {
  // As fast as gzip at its usual level, and smaller; what is kept for many is compressed harder (`makeReady`).
  br: (body: Bytes) => compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Bytes) => compressGzip(body),
}

/** A smaller answer fits into one packet as it is. */
const SMALLEST_BYTES = 1_024

/**
 * Compresses JSON answers. No other site can have a browser ask for them with a session, so their length says nothing to
 * others (BREACH).
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Response && isJson(payload.headers.get('content-type'))) {
      readResponse(reply, payload).then((text) => compress(text), done)
      return
    }
    compress(payload)

    function compress(body: unknown): void {
      if (!isBytes(body) || body.length < SMALLEST_BYTES || !mayChange(reply)) {
        done(null, body)
        return
      }
      addVary(reply)
      const encoding = chooseEncoding(request.headers['accept-encoding'], ['br', 'gzip'])
      if (encoding === 'identity' || request.method === 'HEAD') {
        done(null, body)
        return
      }
      COMPRESSORS[encoding](body).then((bytes) => {
        reply.header('content-encoding', encoding).removeHeader('content-length')
        done(null, bytes)
      }, done)
    }
  })
}

/** tRPC's answer in one piece: sent as text it costs less than as the stream that it is, and has a length. */
function readResponse(reply: FastifyReply, response: Response): Promise<string> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return response.text()
}

function isBytes(body: unknown): body is Bytes {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json')
}

/** A tag names one encoding, and what is ready has been compressed before. */
function mayChange(reply: FastifyReply): boolean {
  if (reply.hasHeader('etag') || reply.hasHeader('content-encoding')) return false
  return isJson(reply.getHeader('content-type'))
}

function addVary(reply: FastifyReply): void {
  const fields = [reply.getHeader('vary') ?? []].flat()
  reply.header('vary', [...fields, 'accept-encoding'].join(', '))
}
