import { TRPCError } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError, toWire } from '#server/errors.ts'
import { sendReady } from '#server/pages/ready-file.ts'
import { appRouter } from '#server/router.ts'
import { bulkBodyBytes } from '#shared/limits.ts'
import { isModest, largeBodiesForAdmins, refuseUnread } from './json-body.ts'
import { createKeptQueries } from './kept-queries.ts'
import { sendErrorReport } from './report-error.ts'
import { requestContext } from './request-context.ts'

const PATH = '/trpc/:path'
const params = z.object({ path: z.string() })
/** The procedures that take a whole campaign or a bank statement, each by itself: a batch has the usual limit. */
export const LARGE_PATH =
  '/trpc/:path(^admin\\.(?:readStatement|campaigns\\.(?:send|sendTest|preview|saveDraft|checkList))$)'

const MOST_CALLS_IN_A_BATCH = 20
/** How JSON-RPC numbers a refused request; callers read our own code beside it. */
const INVALID_REQUEST = -32_600

/**
 * tRPC's routes. It brings a Fastify plugin too, which holds bodies of other types than JSON in memory as long as they
 * come: here nothing but JSON is read.
 */
export async function registerTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(typeof body === 'string' && isModest(body) ? null : new ShopError('BAD_INPUT'), body),
    )
    scope.addHook('onRequest', refuseOthers)
    scope.setErrorHandler((error, request, reply) => answerError(deps, { error, request, reply }))

    const findKept = createKeptQueries(deps)
    const askTrpc = (req: FastifyRequest, res: FastifyReply) =>
      fastifyRequestHandler({
        router: appRouter,
        req,
        res,
        path: params.parse(req.params).path,
        createContext: () => requestContext(deps, req, res),
        maxBatchSize: MOST_CALLS_IN_A_BATCH,
        responseMeta: ({ errors }) => ({ headers: answerHeaders(errors) }),
        onError({ error }) {
          if (toWire(error).isError) sendErrorReport(deps.log, req, error)
        },
      })
    const handler: RouteHandlerMethod = (req, res) =>
      findKept(req, res)?.then(
        (file) => sendReady(req, res, file),
        () => askTrpc(req, res),
      ) ?? askTrpc(req, res)
    scope.all(PATH, handler)
    const large = { bodyLimit: bulkBodyBytes, onRequest: largeBodiesForAdmins(deps) }
    scope.post(LARGE_PATH, large, handler)
  })
}

/** tRPC cannot so much as represent some methods (Fetch forbids TRACE), and a body comes as JSON or not at all. */
async function refuseOthers({ method, mediaType }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!['GET', 'HEAD', 'POST'].includes(method)) throw new TRPCError({ code: 'METHOD_NOT_SUPPORTED' })
  if (method === 'POST' && mediaType !== 'application/json') {
    refuseUnread(reply, new TRPCError({ code: 'UNSUPPORTED_MEDIA_TYPE' }))
  }
}

/** Errors raised before tRPC, in the form that its clients read. */
function answerError(
  { log }: Deps,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { status, body, isError, retryAfterSeconds } = toWire(error)
  if (isError) sendErrorReport(log, request, error)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const { message, ...data } = body
  const json = { message, code: INVALID_REQUEST, data: { ...data, httpStatus: status } }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send({ error: { json } })
}

/** Answers are private; where a part is unavailable, they say when to retry. */
function answerHeaders(errors: readonly unknown[]): Headers {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const waits = errors.flatMap((error) => toWire(error).retryAfterSeconds ?? [])
  if (waits.length > 0) headers.set('retry-after', String(Math.max(...waits)))
  return headers
}
