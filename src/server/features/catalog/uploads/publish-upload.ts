import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { findUpload, type Upload } from '#server/features/catalog/editing-queries.ts'
import { publicFileUrl } from '#server/features/catalog/queries.ts'
import { indexTranscripts } from '#server/features/catalog/transcripts.ts'
import { describeChanges, lockCatalog } from '#server/features/catalog/update-catalog.ts'
import { newId } from '#server/infra/ids.ts'
import { type CheckedFile, isUploadedKey } from '#server/infra/media-writer.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { readStoryboard, storeStoryboard } from './storyboards.ts'

type Publishing = {
  id: string
  takeDuration: boolean
  /** Of a video, as base64; without one its seek bar shows no pictures, and never those of the one before. */
  storyboard?: string | null
  adminId: string
}

/**
 * Publishes a checked upload in its slot. It is stored under its digest before any row refers to it, and the file it
 * replaces stays for a while, for responses in progress. `takeDuration` sets the catalog's length from the file.
 * Repeating it changes nothing.
 *
 * @throws ShopError UPLOAD_NOT_FOUND, UPLOAD_NOT_READY, STORAGE_REFUSED; BAD_INPUT for what is no storyboard
 */
export async function publishUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'media' | 'mediaWriter' | 'catalogChanged'>,
  { id, takeDuration, storyboard: made = null, adminId }: Publishing,
): Promise<void> {
  const upload = await findUpload(deps, id)
  if (upload.status === 'published') return
  const file = checkedFileOf(upload)
  if (!file) throw new ShopError('UPLOAD_NOT_READY')
  const isVideo = upload.durationSeconds !== null
  const checked = isVideo && made !== null ? readStoryboard(made, upload.durationSeconds ?? 0) : null
  let storyboard: CheckedFile | null = null
  try {
    await deps.mediaWriter.publish(id, file)
    if (checked) storyboard = await storeStoryboard(deps, checked)
  } catch (cause) {
    deps.log.error({ err: cause, uploadId: id }, 'a film could not be put into the media store')
    throw new ShopError('STORAGE_REFUSED', {}, { cause })
  }
  await deps.db.$transaction((tx) =>
    putInPlace(tx, deps, { upload, file, storyboard, takeDuration, adminId }),
  )
  await deps.mediaWriter.discard(id)
  if (upload.kind === 'captions') await indexTranscripts(deps)
  await deps.catalogChanged.raise()
}

function checkedFileOf({ status, key, contentType, sha256, bytes }: Upload): CheckedFile | null {
  if (status !== 'ready' || !key || !contentType || !sha256) return null
  return { key, contentType, sha256, bytes }
}

type Placing = {
  upload: Upload
  file: CheckedFile
  storyboard: CheckedFile | null
  takeDuration: boolean
  adminId: string
}

async function putInPlace(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { upload, file, storyboard, takeDuration, adminId }: Placing,
): Promise<void> {
  await lockCatalog(tx)
  const now = deps.clock.now()
  const { id, videoId, kind, rendition, durationSeconds } = upload
  const { count } = await tx.mediaUpload.updateMany({
    where: { id, status: 'ready' },
    data: { status: 'published', publishedAt: now },
  })
  if (count === 0) return // another click was first
  const before = await placeFile(tx, { place: { videoId, kind, rendition }, file, durationSeconds, now })
  if (durationSeconds !== null) {
    const place = { videoId, kind: 'storyboard' as const, rendition: kind === 'film' ? '' : kind }
    await placeFile(tx, { place, file: storyboard, durationSeconds: null, now })
  }
  await followFile(tx, { upload, file, takeDuration, now })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: before ? 'media.replaced' : 'media.added',
    subject: videoId === null ? { kind: 'catalogue', id: '1' } : { kind: 'video', id: String(videoId) },
    details: {
      file: [kind, rendition].filter(Boolean).join('.'),
      name: upload.fileName,
      ...describeChanges(
        { key: before?.key ?? null, bytes: before?.bytes ?? null, seconds: before?.durationSeconds ?? null },
        { key: file.key, bytes: file.bytes, seconds: durationSeconds },
      ),
    },
  })
}

type PlacedFile = {
  place: Pick<Upload, 'videoId' | 'kind' | 'rendition'>
  /** Null leaves the place empty. */
  file: CheckedFile | null
  durationSeconds: number | null
  now: Date
}

/** Puts a stored file in its place in the catalog; gives back the one that was there. */
async function placeFile(tx: Prisma.TransactionClient, { place, file, durationSeconds, now }: PlacedFile) {
  const before = await tx.mediaFile.findFirst({
    where: place,
    select: { id: true, key: true, bytes: true, durationSeconds: true },
  })
  const after = file && { ...file, durationSeconds, createdAt: now }
  if (before && after)
    await tx.mediaFile.update({ where: { id: before.id }, data: after, select: { id: true } })
  else if (before) await tx.mediaFile.delete({ where: { id: before.id }, select: { id: true } })
  else if (after)
    await tx.mediaFile.create({ data: { id: newId(now), ...place, ...after }, select: { id: true } })
  if (before && before.key !== file?.key) await recordReplaced(tx, before.key, now)
  // A file that is published again must not be cleaned up.
  if (file) await tx.replacedMedia.deleteMany({ where: { key: file.key } })
  return before
}

/** Files of the initial media folder are the owner's and are never deleted. */
async function recordReplaced(tx: Prisma.TransactionClient, key: string, replacedAt: Date): Promise<void> {
  if (!isUploadedKey(key)) return
  await tx.replacedMedia.upsert({ where: { key }, create: { key, replacedAt }, update: { replacedAt } })
}

/** Updates the catalog's copy: a new image has a new URL, so that no cache shows the old one. */
async function followFile(
  tx: Prisma.TransactionClient,
  { upload, file, takeDuration, now }: Omit<Placing, 'adminId' | 'storyboard'> & { now: Date },
): Promise<void> {
  const { videoId, kind, rendition, durationSeconds } = upload
  if (videoId === null || rendition !== '') return
  const isMeasured = kind === 'film' && takeDuration && durationSeconds !== null
  const change = {
    ...(kind === 'poster' ? { imageUrl: publicFileUrl(file.key) } : {}),
    ...(isMeasured ? { durationMinutes: Math.max(1, Math.round(durationSeconds / 60)) } : {}),
  }
  if (Object.keys(change).length === 0) return
  await tx.video.update({ where: { id: videoId }, data: { ...change, updatedAt: now }, select: { id: true } })
}
