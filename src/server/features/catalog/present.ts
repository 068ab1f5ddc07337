import type { Deps } from '#server/deps.ts'
import { isUploadedKey } from '#server/infra/media-writer.ts'
import { findCategory } from '#shared/catalog/catalog.ts'
import { MEDIA_SLOTS, slotOf } from '#shared/catalog/media-slots.ts'
import { pence, toPounds } from '#shared/money/money.ts'
import type { VideoOutput } from '#shared/schemas/catalog.ts'
import type {
  AdminCatalogVideo,
  CatalogFile,
  TermsOutput,
  UploadOutput,
} from '#shared/schemas/catalog-editing.ts'
import type { EditedVideo, StoredFile, Upload } from './editing-queries.ts'
import { type CatalogVideo, publicFileUrl } from './queries.ts'

/** A video on the wire: price in pounds, category by name. */
export function presentVideo(video: CatalogVideo): VideoOutput {
  return {
    id: video.id,
    title: video.title,
    description: video.description,
    category: findCategory(video.category)?.name ?? video.category,
    duration: video.durationMinutes,
    price: toPounds(video.pricePence),
    imageUrl: video.imageUrl,
  }
}

type Terms = { collectionDiscountPence: number; singleMonths: number; bundleMonths: number; updatedAt: Date }

export function presentTerms({ collectionDiscountPence, updatedAt, ...months }: Terms): TermsOutput {
  return {
    collectionDiscount: toPounds(pence(collectionDiscountPence)),
    singleMonths: months.singleMonths,
    bundleMonths: months.bundleMonths,
    updatedAt: updatedAt.toISOString(),
  }
}

export function presentEdited(video: EditedVideo): AdminCatalogVideo {
  const category = findCategory(video.category)
  return {
    id: video.id,
    slug: video.slug,
    title: video.title,
    description: video.description,
    category: category?.name ?? video.category,
    categorySlug: category?.slug ?? video.category,
    durationMinutes: video.durationMinutes,
    price: toPounds(pence(video.pricePence)),
    imageUrl: video.imageUrl,
    updatedAt: video.updatedAt.toISOString(),
    files: presentFiles(video.files),
  }
}

/** A sold video has no public URL; its smaller renditions have no slot. */
export function presentFiles(files: readonly StoredFile[]): CatalogFile[] {
  return files.flatMap((file): CatalogFile[] => {
    const slot = slotOf(file)
    if (!slot) return []
    const { rendition, form } = MEDIA_SLOTS[slot]
    const isFree = rendition !== '' || slot === 'snippet' || slot === 'promo' || form === 'image'
    return [
      {
        slot,
        bytes: file.bytes,
        durationSeconds: file.durationSeconds,
        url: isFree ? publicFileUrl(file.key) : null,
        isUploaded: isUploadedKey(file.key),
        createdAt: file.createdAt.toISOString(),
      },
    ]
  })
}

/** An upload with its received bytes, which only the disk knows. */
export async function presentUpload(
  { mediaWriter }: Pick<Deps, 'mediaWriter'>,
  upload: Upload,
): Promise<UploadOutput[]> {
  const slot = slotOf(upload)
  if (!slot) return []
  const { id, videoId, fileName, bytes, status, refusal, durationSeconds, width, height, remarks } = upload
  const isArriving = status === 'receiving'
  return [
    {
      id,
      slot,
      videoId,
      fileName,
      bytes,
      received: isArriving ? ((await mediaWriter.received(id)) ?? 0) : bytes,
      status,
      refusal,
      durationSeconds,
      width,
      height,
      remarks,
      previewUrl: status === 'ready' ? `/api/admin/uploads/${id}` : null,
      createdAt: upload.createdAt.toISOString(),
    },
  ]
}
