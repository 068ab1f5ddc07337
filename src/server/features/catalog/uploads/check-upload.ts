import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { findUpload, type Upload } from '#server/features/catalog/editing-queries.ts'
import { keyOfContents } from '#server/infra/media-writer.ts'
import { MEDIA_SLOTS, type MediaForm, slotOf } from '#shared/catalog/media-slots.ts'
import { mediaErrors, mediaRemarks } from '#shared/messages/catalog.ts'
import { readImage } from './media-image.ts'
import { type Finding, readMp4 } from './media-mp4.ts'
import { readVtt } from './media-vtt.ts'

/**
 * Checks a complete upload: what it is, whether browsers play it, how long it runs. It becomes ready to publish, or is
 * refused with a reason. Repeating it gives the same result.
 *
 * @throws ShopError UPLOAD_NOT_FOUND, UPLOAD_NOT_WHOLE
 */
export async function checkUpload(
  deps: Pick<Deps, 'db' | 'clock' | 'mediaWriter'>,
  { id }: { id: string },
): Promise<Upload> {
  const upload = await findUpload(deps, id)
  if (upload.status !== 'receiving') return upload
  if ((await deps.mediaWriter.received(id)) !== upload.bytes) {
    throw new ShopError('UPLOAD_NOT_WHOLE', { message: mediaErrors.notWhole })
  }
  const outcome = await checkBytes(deps, upload)
  await deps.db.mediaUpload.updateMany({
    where: { id, status: 'receiving' },
    data: { ...outcome, checkedAt: deps.clock.now() },
  })
  if (outcome.status === 'refused') await deps.mediaWriter.discard(id)
  return findUpload(deps, id)
}

async function checkBytes(deps: Pick<Deps, 'db' | 'mediaWriter'>, upload: Upload) {
  const slot = slotOf(upload)
  if (!slot) throw new Error(`No slot holds the upload ${upload.id}`)
  const { id, bytes } = upload
  const { form } = MEDIA_SLOTS[slot]
  const found = await checkFile(deps, { id, form, bytes, videoSeconds: await findVideoSeconds(deps, upload) })
  if ('error' in found) return { status: 'refused' as const, refusal: found.error }
  const { ending, ...details } = found.details
  const sha256 = await deps.mediaWriter.digest(id)
  return { ...details, status: 'ready' as const, sha256, key: keyOfContents(sha256, ending) }
}

/** The current length of the video that captions or chapters belong to. */
async function findVideoSeconds(
  { db }: Pick<Deps, 'db'>,
  { videoId, rendition }: Upload,
): Promise<number | null> {
  const kind = rendition === 'snippet' || rendition === 'promo' ? rendition : 'film'
  const video = await db.mediaFile.findFirst({
    where: { videoId, kind, rendition: '' },
    select: { durationSeconds: true },
  })
  return video?.durationSeconds ?? null
}

type FileDetails = {
  contentType: string
  ending: string
  durationSeconds: number | null
  width: number | null
  height: number | null
  remarks: string[]
}

/** Fewer lines look poor on a television. */
const LOW_PICTURE_LINES = 720

type CheckedFile = { id: string; form: MediaForm; bytes: number; videoSeconds: number | null }

/**
 * Reads an upload and returns what it is, or why it cannot be used. The bytes decide, not the file name or the
 * browser's type. `videoSeconds` is the length of the video that captions and chapters belong to.
 */
async function checkFile(
  { mediaWriter }: Pick<Deps, 'mediaWriter'>,
  { id, form, bytes, videoSeconds }: CheckedFile,
): Promise<Finding<FileDetails>> {
  if (form === 'film')
    return checkVideo(await readMp4((at, length) => mediaWriter.read(id, at, length), bytes))
  const content = await mediaWriter.read(id, 0, bytes)
  return form === 'image' ? checkImage(content) : checkText(content, form, videoSeconds)
}

function checkVideo(found: Awaited<ReturnType<typeof readMp4>>): Finding<FileDetails> {
  if ('error' in found) return found
  const { durationSeconds, width, height, hasSound } = found.details
  const remarks = [
    ...(hasSound ? [] : [mediaRemarks.noSound]),
    ...(height < LOW_PICTURE_LINES ? [mediaRemarks.lowPicture(height)] : []),
  ]
  return { details: { contentType: 'video/mp4', ending: 'mp4', durationSeconds, width, height, remarks } }
}

function checkImage(content: Uint8Array): Finding<FileDetails> {
  const found = readImage(content)
  if ('error' in found) return found
  const { contentType, width, height } = found.details
  const ending = contentType === 'image/png' ? 'png' : 'jpg'
  return { details: { contentType, ending, durationSeconds: null, width, height, remarks: [] } }
}

function checkText(
  content: Uint8Array,
  form: 'words' | 'chapters',
  videoSeconds: number | null,
): Finding<FileDetails> {
  const text = decode(content)
  if (text === null) return { error: mediaErrors.notUtf8 }
  const found = readVtt(text, form)
  if ('error' in found) return found
  const isLonger = videoSeconds !== null && found.details.lastSeconds > videoSeconds + 1
  return {
    details: {
      contentType: 'text/vtt; charset=utf-8',
      ending: 'vtt',
      durationSeconds: null,
      width: null,
      height: null,
      remarks: isLonger ? [mediaRemarks.pastTheEnd] : [],
    },
  }
}

/** Null where the bytes are not UTF-8. */
function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}
