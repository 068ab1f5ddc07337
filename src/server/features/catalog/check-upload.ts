import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { keyOfContents } from '#server/infra/media-writer.ts'
import { MEDIA_SLOTS, slotOf } from '#shared/catalog/media-slots.ts'
import { mediaFaults } from '#shared/messages/catalog.ts'
import { judgeFile } from './judge-file.ts'
import { findUpload, type Upload } from './queries-catalogue.ts'

/**
 * Looks at an upload that has arrived whole: what it is, whether a browser plays it, how long it runs. Afterwards it is
 * ready to be published, or refused with a sentence that says why. Asking again gives the same answer.
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
    throw new ShopError('UPLOAD_NOT_WHOLE', { message: mediaFaults.notWhole })
  }
  const outcome = await judge(deps, upload)
  await deps.db.mediaUpload.updateMany({
    where: { id, status: 'receiving' },
    data: { ...outcome, checkedAt: deps.clock.now() },
  })
  if (outcome.status === 'refused') await deps.mediaWriter.discard(id)
  return findUpload(deps, id)
}

async function judge(deps: Pick<Deps, 'db' | 'mediaWriter'>, upload: Upload) {
  const slot = slotOf(upload)
  if (!slot) throw new Error(`No slot holds the upload ${upload.id}`)
  const { id, bytes } = upload
  const { form } = MEDIA_SLOTS[slot]
  const found = await judgeFile(deps, { id, form, bytes, filmSeconds: await findFilmSeconds(deps, upload) })
  if ('fault' in found) return { status: 'refused' as const, refusal: found.fault }
  const { ending, ...facts } = found.facts
  const sha256 = await deps.mediaWriter.digest(id)
  return { ...facts, status: 'ready' as const, sha256, key: keyOfContents(sha256, ending) }
}

/** The length of the film that the words belong to, as it is in the shop now. */
async function findFilmSeconds(
  { db }: Pick<Deps, 'db'>,
  { videoId, rendition }: Upload,
): Promise<number | null> {
  const kind = rendition === 'snippet' || rendition === 'promo' ? rendition : 'film'
  const film = await db.mediaFile.findFirst({
    where: { videoId, kind, rendition: '' },
    select: { durationSeconds: true },
  })
  return film?.durationSeconds ?? null
}
