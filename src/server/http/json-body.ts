import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { requestContext } from './request-context.ts'

/** Far more than a visitor, student or referer sends; a route that takes more has its own limit. */
export const LARGEST_BODY_BYTES = 256 * 1024
/** A whole campaign has an address list of 10,000. Parsing and checking take longest with many small values. */
const MOST_VALUES = 12_000
/** Parsing deep nesting is slow: no input of the shop has more than six levels. */
const DEEPEST = 32

/** JSON alone is read, as Fastify reads it; a call without fields may come with nothing in it. */
export function takeJsonAlone(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body !== 'string' || body.trim() === '') return done(null, undefined)
    if (!isModest(body)) return done(new ShopError('BAD_INPUT'), undefined)
    return parse(request, body, done)
  })
}

/** Whether a JSON text has no more values and levels than any input of the shop. It is not parsed for that. */
export function isModest(json: string): boolean {
  let values = 1
  let levels = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (isInText) {
      if (character === '\\') at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === ',') values++
    else if (character === '[' || character === '{') {
      values++
      levels++
    } else if (character === ']' || character === '}') levels--
    if (values > MOST_VALUES || levels > DEEPEST) return false
  }
  return true
}

/**
 * For routes with a larger limit of their own: before such a body is read, the session of an admin is looked for.
 * Without one a body of the usual size goes on to the procedure, which refuses it in its own words.
 *
 * @throws ShopError NOT_SIGNED_IN
 */
export function largeBodiesForAdmins(deps: Deps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    if (encoding === undefined && !(Number(length) > LARGEST_BODY_BYTES)) return
    const admin = await requestContext(deps, request, reply).whoIs.admin()
    if (!admin) refuseUnread(reply, new ShopError('NOT_SIGNED_IN'))
  }
}

/** Refuses a request whose body was not read: the connection closes, so that the rest of it is not sent. */
export function refuseUnread(reply: FastifyReply, error: Error): never {
  reply.header('connection', 'close')
  throw error
}
