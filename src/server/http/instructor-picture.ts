import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

export const INSTRUCTOR_PICTURE = '/instructor'

const TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** `GET /instructor`: the picture of who teaches, from the owner's file; a new file needs no restart. */
export function registerInstructorPicture(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.get(INSTRUCTOR_PICTURE, async (_request, reply) => {
    const path = config.instructor?.pictureFile ?? null
    const type = TYPES[extname(path ?? '').toLowerCase()]
    if (path === null || type === undefined) throw new ShopError('NOT_FOUND')
    const file = await readFile(path).catch(() => {
      throw new ShopError('NOT_FOUND')
    })
    return reply.header('cache-control', 'public, max-age=3600').type(type).send(file)
  })
}
