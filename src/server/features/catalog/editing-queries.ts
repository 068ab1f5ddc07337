import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

const STORED_FILE = {
  kind: true,
  rendition: true,
  key: true,
  bytes: true,
  durationSeconds: true,
  createdAt: true,
} as const satisfies Prisma.MediaFileSelect

const EDITED_VIDEO = {
  id: true,
  slug: true,
  title: true,
  description: true,
  category: true,
  durationMinutes: true,
  pricePence: true,
  imageUrl: true,
  updatedAt: true,
  files: { select: STORED_FILE },
} as const satisfies Prisma.VideoSelect

export type StoredFile = Prisma.MediaFileGetPayload<{ select: typeof STORED_FILE }>
export type EditedVideo = Prisma.VideoGetPayload<{ select: typeof EDITED_VIDEO }>

/** The catalog for editing: videos in order, terms, and media files without a video. */
export async function loadForEditing({ db }: Pick<Deps, 'db'>) {
  const [videos, terms, promo] = await Promise.all([
    db.video.findMany({ orderBy: { position: 'asc' }, select: EDITED_VIDEO }),
    db.catalogTerms.findUniqueOrThrow({ where: { id: 1 } }),
    db.mediaFile.findMany({ where: { videoId: null }, select: STORED_FILE }),
  ])
  return { videos, terms, promo }
}

const UPLOAD = {
  id: true,
  videoId: true,
  kind: true,
  rendition: true,
  fileName: true,
  bytes: true,
  status: true,
  refusal: true,
  key: true,
  contentType: true,
  sha256: true,
  durationSeconds: true,
  width: true,
  height: true,
  remarks: true,
  createdAt: true,
} as const satisfies Prisma.MediaUploadSelect

export type Upload = Prisma.MediaUploadGetPayload<{ select: typeof UPLOAD }>

/** @throws ShopError UPLOAD_NOT_FOUND */
export async function findUpload({ db }: Pick<Deps, 'db'>, id: string): Promise<Upload> {
  const upload = await db.mediaUpload.findUnique({ where: { id }, select: UPLOAD })
  if (!upload) throw new ShopError('UPLOAD_NOT_FOUND')
  return upload
}

/** The limit of unpublished uploads, which bounds their list. */
export const MOST_UPLOADS = 40

/** Unpublished uploads, newest first. */
export async function listUploads({ db }: Pick<Deps, 'db'>): Promise<Upload[]> {
  return db.mediaUpload.findMany({
    where: { status: { not: 'published' } },
    orderBy: { createdAt: 'desc' },
    take: MOST_UPLOADS,
    select: UPLOAD,
  })
}
