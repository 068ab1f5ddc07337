import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Past this level brotli takes several times as long for a few percent. */
const BROTLI_LEVEL = 9
/** A window of 64 KiB costs a fifth of brotli's usual 4 MiB to set up, and is as good for what is no longer. */
const SMALL_WINDOW = 16
const TEXT = /^(text\/|image\/svg|application\/(json|javascript|manifest))/

/** A file as it leaves the server: compressed, tagged and public. */
export type ReadyFile = {
  status: 200 | 404
  contentType: string
  cacheControl: string
  hash: string
  /** Where the file has a content security policy of its own. */
  policy?: string
  bodies: { identity: Buffer; gzip?: Buffer; br?: Buffer }
}

type Description = {
  contentType: string
  cacheControl: string
  status?: 200 | 404
  policy?: string
  /** The content as brotli, where it has been compressed before. */
  br?: Buffer
}

/** Compresses and tags the content of a file once, so that sending it costs nothing. */
export async function makeReady(content: Buffer, description: Description): Promise<ReadyFile> {
  const { contentType, cacheControl, status = 200, policy, br } = description
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  const bodies = TEXT.test(contentType) ? await compress(content, br) : { identity: content }
  return { status, contentType, cacheControl, hash, bodies, ...(policy !== undefined && { policy }) }
}

async function compress(identity: Buffer, ready?: Buffer) {
  const isSmall = identity.byteLength <= 2 ** SMALL_WINDOW
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
    ...(isSmall && { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW }),
  }
  const [br, gzipped] = await Promise.all([
    ready ?? compressBrotli(identity, { params }),
    compressGzip(identity, { level: 9 }),
  ])
  return { identity, br, gzip: gzipped }
}

/** Sends the smallest form the client takes, or 304 where it has it already (RFC 9110 §13.1.2). */
export function sendReady(request: FastifyRequest, reply: FastifyReply, file: ReadyFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], file.bodies.br ? ['br', 'gzip'] : [])
  const entityTag = `"${file.hash}-${encoding}"`
  reply.code(file.status).headers({
    'content-type': file.contentType,
    'cache-control': file.cacheControl,
    etag: entityTag,
    vary: 'accept-encoding',
    ...(file.policy !== undefined && { 'content-security-policy': file.policy }),
  })
  if (file.status === 200 && hasTag(request.headers['if-none-match'], entityTag))
    return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(file.bodies[encoding] ?? file.bodies.identity)
}

/** The first of the offered encodings that an Accept-Encoding header takes (RFC 9110 §12.5.3). */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly ('br' | 'gzip')[],
): 'br' | 'gzip' | 'identity' {
  if (header === undefined) return 'identity'
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim())
  return offered.find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

function hasTag(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag)
}
