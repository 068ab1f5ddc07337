import { z } from 'zod'
import {
  findPriceError,
  highestPricePence,
  longestAccessMonths,
  longestDurationMinutes,
  readPounds,
} from '#shared/catalog/catalog-rules.ts'
import { MEDIA_SLOT_NAMES } from '#shared/catalog/media-slots.ts'
import { catalogMessages as copy } from '#shared/messages/catalog.ts'
import type { Pence } from '#shared/money/money.ts'
import { isoTime, opaqueId, poundsString, requiredLines, requiredText, videoId } from './primitives.ts'

/** Pounds as typed, in pence afterwards. */
function pounds(invalid: string, findError: (amount: Pence) => string | null) {
  return z
    .string(invalid)
    .max(20, invalid)
    .transform((text, context): Pence => {
      const amount = readPounds(text)
      const error = amount === null ? invalid : findError(amount)
      if (amount !== null && error === null) return amount
      context.addIssue({ code: 'custom', message: error ?? invalid })
      return z.NEVER
    })
}

const months = z
  .int(copy.monthsInvalid)
  .min(1, copy.monthsInvalid)
  .max(longestAccessMonths, copy.monthsInvalid)

/** `updatedAt` is what the form was filled with: a change made meanwhile is not written over unseen. */
export const updateVideoInput = z.object({
  id: videoId,
  updatedAt: isoTime,
  title: requiredText(120, copy.titleRequired),
  description: requiredLines(2_000, copy.descriptionRequired),
  price: pounds(copy.priceInvalid, findPriceError),
  durationMinutes: z
    .int(copy.durationInvalid)
    .min(1, copy.durationInvalid)
    .max(longestDurationMinutes, copy.durationInvalid),
})
export type UpdateVideoInput = z.output<typeof updateVideoInput>

export const updateTermsInput = z.object({
  updatedAt: isoTime,
  collectionDiscount: pounds(copy.discountInvalid, (amount) =>
    amount > highestPricePence ? copy.priceTooLarge : null,
  ),
  singleMonths: months,
  bundleMonths: months,
})
export type UpdateTermsInput = z.output<typeof updateTermsInput>

const mediaSlot = z.enum(MEDIA_SLOT_NAMES)

const fileOutput = z.object({
  slot: mediaSlot,
  bytes: z.number(),
  /** Of videos alone. */
  durationSeconds: z.number().nullable(),
  /** The public URL; null for what is sold. */
  url: z.string().nullable(),
  /** False for what lies in the folder the shop started with. */
  isUploaded: z.boolean(),
  createdAt: isoTime,
})
export type CatalogFile = z.output<typeof fileOutput>

const catalogVideoOutput = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  categorySlug: z.string(),
  durationMinutes: z.int(),
  price: poundsString,
  imageUrl: z.string(),
  updatedAt: isoTime,
  files: z.array(fileOutput),
})
export type AdminCatalogVideo = z.output<typeof catalogVideoOutput>

const termsOutput = z.object({
  collectionDiscount: poundsString,
  singleMonths: z.int(),
  bundleMonths: z.int(),
  updatedAt: isoTime,
})
export type TermsOutput = z.output<typeof termsOutput>

export const catalogOutput = z.object({
  videos: z.array(catalogVideoOutput),
  terms: termsOutput,
  /** The promo video and what lies beside it. */
  promo: z.array(fileOutput),
  /** The most bytes a video may have. */
  largestVideoBytes: z.number(),
})

const uploadOutput = z.object({
  id: z.string(),
  slot: mediaSlot,
  /** Null for what belongs to the shop. */
  videoId: z.int().nullable(),
  fileName: z.string(),
  bytes: z.number(),
  /** How much of it has arrived. */
  received: z.number(),
  status: z.enum(['receiving', 'ready', 'refused', 'published']),
  /** Why it cannot be used; null unless refused. */
  refusal: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  remarks: z.array(z.string()),
  /** Where an admin may look at it before it is published; null unless ready. */
  previewUrl: z.string().nullable(),
  createdAt: isoTime,
})
export type UploadOutput = z.output<typeof uploadOutput>

export const uploadsOutput = z.array(uploadOutput)

export const uploadInput = z.object({ id: opaqueId })

export const publishUploadInput = z.object({
  id: opaqueId,
  /** Whether the catalog shows the video's own length from now on. */
  takeDuration: z.boolean().default(false),
  /** Of a video: small pictures for its seek bar, made in the admin's browser (JPEG or WebP in base64). */
  storyboard: z.base64().max(300_000).nullable().default(null),
})

/** What an upload says of itself when it begins: tus carries it as metadata, all of it text. */
export const uploadMetadata = z.object({
  slot: mediaSlot,
  videoId: z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number)
    .nullish()
    .transform((id) => id ?? null),
  filename: requiredText(200, 'Please name the file.'),
})
