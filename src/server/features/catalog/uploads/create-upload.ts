import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { MOST_UPLOADS } from '#server/features/catalog/editing-queries.ts'
import { formatBytes, LARGEST_BYTES, MEDIA_SLOTS, type MediaSlot } from '#shared/catalog/media-slots.ts'
import { mediaErrors } from '#shared/messages/catalog.ts'

/** The disk is never filled completely: the database is on it too. */
const SPARE_BYTES = 512 * 1024 * 1024

type Beginning = {
  id: string
  adminId: string
  slot: MediaSlot
  videoId: number | null
  fileName: string
  bytes: number
}

/**
 * Creates an upload for a slot of the catalog, before any byte has arrived.
 *
 * @throws ShopError VIDEO_NOT_FOUND, BAD_INPUT for a size out of range, UPLOADS_TOO_MANY, DISK_FULL
 */
export async function createUpload(
  { db, clock, mediaWriter }: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>,
  { id, adminId, slot, videoId, fileName, bytes }: Beginning,
): Promise<void> {
  const { kind, rendition, form, belongsTo } = MEDIA_SLOTS[slot]
  const limit = form === 'film' ? mediaWriter.largestBytes : LARGEST_BYTES[form]
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    throw new ShopError('BAD_INPUT', { message: mediaErrors.empty })
  if (bytes > limit)
    throw new ShopError('TOO_LARGE', { message: mediaErrors.tooManyBytes(formatBytes(limit)) })
  if ((belongsTo === 'video') !== (videoId !== null)) throw new ShopError('BAD_INPUT')
  if (videoId !== null && (await db.video.count({ where: { id: videoId } })) === 0)
    throw new ShopError('VIDEO_NOT_FOUND')
  if ((await db.mediaUpload.count({ where: { status: { not: 'published' } } })) >= MOST_UPLOADS)
    throw new ShopError('UPLOADS_TOO_MANY')
  if ((await mediaWriter.freeBytes()) < bytes + SPARE_BYTES) throw new ShopError('DISK_FULL')
  await db.mediaUpload.create({
    data: {
      id,
      videoId,
      kind,
      rendition,
      fileName,
      bytes,
      status: 'receiving',
      adminId,
      createdAt: clock.now(),
      remarks: [],
    },
    select: { id: true },
  })
}
