import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { wholeNumber } from './params.ts'
import type { World } from './world.ts'

/** Stripe takes evidence as PDF, JPEG or PNG, at most 5 MB a file; by what it begins with. */
const TYPES = [
  ['pdf', '%PDF-'],
  ['jpg', '\u00ff\u00d8\u00ff'],
  ['png', '\u0089PNG'],
] as const
const LARGEST_FILE = 5_000_000

export const createFileParams = z.strictObject({
  purpose: z.enum(['dispute_evidence']),
  file: z.strictObject({ name: z.string(), type: z.string(), size: wholeNumber, begins: z.string() }),
})

export function createFile(world: World, { purpose, file }: z.infer<typeof createFileParams>): Stripe.File {
  const type = TYPES.find(([, begins]) => file.begins.startsWith(begins))?.[0]
  if (!type) throw invalidRequest({ message: 'Invalid file: it must be a PDF, JPEG or PNG.', param: 'file' })
  if (file.size > LARGEST_FILE)
    throw invalidRequest({ message: 'Invalid file: it is too large.', param: 'file' })
  return world.store.put('file', {
    id: world.newId('file'),
    object: 'file',
    created: world.now(),
    expires_at: null,
    filename: file.name,
    links: null,
    purpose,
    size: file.size,
    title: null,
    type,
    url: null,
  })
}

export function findFile(world: Pick<World, 'store'>, id: string, param = 'file'): Stripe.File {
  const file = world.store.get('file', id)
  if (file) return file
  throw resourceMissing({ what: 'file upload', id, param })
}
