import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Download } from '#server/context.ts'
import type { Deps } from '#server/deps.ts'
import { toWire, type WireError } from '#server/errors.ts'
import { largeBodiesForAdmins } from '#server/http/json-body.ts'
import { sendErrorReport } from '#server/http/report-error.ts'
import { requestContext } from '#server/http/request-context.ts'
import { keepUntilChanged } from '#server/infra/changes.ts'
import { makeReady, type ReadyFile, sendReady } from '#server/pages/ready-file.ts'
import { type AppCaller, createCaller } from '#server/router.ts'

/**
 * Input from the wire, not yet checked. The procedure's schema is the check; this is the one
 * place where the type says nothing on purpose.
 */
// biome-ignore lint/suspicious/noExplicitAny: untyped at the boundary, parsed by the procedure's zod schema
type Untyped = any

type RestRequest = { params: Record<string, string>; query: Record<string, string>; body: Untyped }

/** How a row words its answer, where the requirement shapes it itself. */
export type Wording = {
  refusal?: (error: WireError) => Record<string, unknown>
  answer?: (reply: FastifyReply, result: unknown) => unknown
}

export type RestRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  /** The procedure behind it, by its path in the router: who may call is written there. */
  procedure: string
  call: (api: AppCaller, request: RestRequest) => Promise<unknown>
  wording?: Wording
  /** In bytes, where the requirement allows more than the server's general limit; for admins alone. */
  bodyLimit?: number
  /** A GET that changes something (requirements §7) is not offered to HEAD, which programs send to look first. */
  changesState?: true
  /** The same answer for everyone until the catalog changes: it is kept as bytes, which browsers may keep and ask about. */
  isKept?: true
  /** The media type of the file that the procedure sends in place of its output. */
  sendsFile?: 'text/csv'
}

/** Registers a literal `/api` path that calls the same procedure as tRPC does. */
export function registerRow(app: FastifyInstance, deps: Deps, row: RestRow): void {
  const keep = keepUntilChanged<ReadyFile>(deps.catalogChanged)

  app.route({
    method: row.method,
    url: row.path,
    exposeHeadRoute: row.changesState !== true,
    ...(row.bodyLimit === undefined
      ? {}
      : { bodyLimit: row.bodyLimit, onRequest: largeBodiesForAdmins(deps) }),
    async handler(request, reply) {
      const kept = row.isKept && keep(() => readKept(row, requestContext(deps, request, reply)))
      if (kept) return sendReady(request, reply, await kept)
      reply.header('cache-control', row.isKept ? 'no-cache' : 'no-store')
      const files: Download[] = []
      const context = {
        ...requestContext(deps, request, reply),
        sendFile: (file: Download) => void files.push(file),
      }
      const result = await row.call(createCaller(context), readRequest(request))
      if (files[0]) return sendFile(request, reply, files[0])
      return row.wording?.answer ? row.wording.answer(reply, result) : result
    },
    // Broken JSON never reaches the handler, and is refused in the row's own wording all the same.
    errorHandler(error, request, reply) {
      const wire = toWire(error)
      if (wire.isError) sendErrorReport(deps.log, request, error)
      if (wire.retryAfterSeconds !== undefined) reply.header('retry-after', wire.retryAfterSeconds)
      return reply
        .code(wire.status)
        .header('cache-control', 'no-store')
        .type('application/json')
        .send({ ...wire.body, ...row.wording?.refusal?.(wire) })
    },
  })
}

async function readKept(row: RestRow, context: Context): Promise<ReadyFile> {
  const answer = await row.call(createCaller(context), { params: {}, query: {}, body: {} })
  const contentType = 'application/json; charset=utf-8'
  return makeReady(Buffer.from(JSON.stringify(answer)), { contentType, cacheControl: 'no-cache' })
}

/** Streams a file while it is generated. HEAD gets the headers, and nothing is generated. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: Download): Promise<FastifyReply> {
  reply.type(file.type).header('content-disposition', `attachment; filename="${file.filename}"`)
  return reply.send(request.method === 'HEAD' ? '' : await file.open())
}

/** Path parameters win over fields of the same name in the body; a body that is no object is left as it is. */
function readRequest({ params, query, body }: FastifyRequest): RestRequest {
  const inPath = strings(params)
  const isObject = body === undefined || body === null || (typeof body === 'object' && !Array.isArray(body))
  return { params: inPath, query: strings(query), body: isObject ? { ...body, ...inPath } : body }
}

/** A parameter given twice arrives as a list; the last one counts, as in a form. */
function strings(values: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  )
}
