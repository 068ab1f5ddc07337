import type { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError, toWire } from '#server/errors.ts'
import { findUpload } from '#server/features/catalog/editing-queries.ts'
import { createUpload } from '#server/features/catalog/uploads/create-upload.ts'
import { newId } from '#server/infra/ids.ts'
import { createDiskStore } from '#server/infra/media-store.ts'
import { sentenceForStatus } from '#shared/errors.ts'
import { uploadMetadata } from '#shared/schemas/catalog-editing.ts'
import { opaqueId } from '#shared/schemas/primitives.ts'
import { sendErrorReport } from './report-error.ts'
import { requestContext } from './request-context.ts'
import { hijack } from './security-headers.ts'
import { sendFile } from './send-file.ts'

const PATH = '/api/admin/uploads'
const params = z.object({ id: opaqueId })

/**
 * Files for the catalog, piece by piece (tus 1.0): `POST` begins one, `HEAD` says how much has arrived, `PATCH`
 * brings more; `GET` shows a checked one before it is published. Every request wants the admin's session, and comes
 * from our own pages. What arrived stays when the connection breaks or this process ends.
 */
export async function registerUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  const admins = new WeakMap<object, string>()
  const tus = once(() => createTus(deps, admins))
  const arrived = createDiskStore(deps.mediaWriter.folder)

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const raw = hijack(reply.header('cache-control', 'no-store'))
    try {
      await (await tus()).handle(request.raw, raw)
    } catch (error) {
      sendErrorReport(deps.log, request, error)
      raw.destroy()
    }
  }

  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const admin = await requestContext(deps, request, reply).whoIs.admin()
      if (!admin) throw new ShopError('NOT_SIGNED_IN')
      admins.set(request.raw, admin.adminId)
    })
    // The body is not read here: it goes to the disk as it comes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.post(PATH, pass)
    scope.patch(`${PATH}/:id`, pass)
    scope.head(`${PATH}/:id`, pass)
    scope.get(`${PATH}/:id`, { exposeHeadRoute: false }, async (request, reply) => {
      const { success, data } = params.safeParse(request.params)
      if (!success) throw new ShopError('UPLOAD_NOT_FOUND')
      const { id, status, contentType, sha256 } = await findUpload(deps, data.id)
      if (status !== 'ready' || !contentType) throw new ShopError('UPLOAD_NOT_READY')
      const file = { key: id, contentType, entityTag: sha256 }
      return sendFile(arrived, { request, reply, file, cacheControl: 'private, no-store' })
    })
  })
}

async function createTus(deps: Deps, admins: WeakMap<object, string>): Promise<Server> {
  const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')])
  return new Server({
    path: PATH,
    datastore: new FileStore({ directory: deps.mediaWriter.folder }),
    relativeLocation: true,
    // Only our own pages send files: CORS admits no other origin.
    allowedOrigins: [],
    namingFunction: () => newId(deps.clock.now()),
    async onUploadCreate(request, { id, size, metadata }) {
      const said = uploadMetadata.safeParse(metadata)
      const adminId = request.runtime?.node && admins.get(request.runtime.node.req)
      if (!said.success || !adminId) throw new ShopError('BAD_INPUT')
      const { slot, videoId, filename: fileName } = said.data
      await createUpload(deps, { id, adminId, slot, videoId, fileName, bytes: size ?? 0 })
      return {}
    },
    onResponseError(_request, error) {
      if (!(error instanceof Error)) {
        const { status_code } = error
        const words = { message: sentenceForStatus(status_code), code: 'BAD_INPUT' }
        return { status_code, body: JSON.stringify(words) }
      }
      const { status, body, isError } = toWire(error)
      if (isError) deps.log.error({ err: error }, 'an upload failed')
      return { status_code: status, body: JSON.stringify(body) }
    },
  })
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
