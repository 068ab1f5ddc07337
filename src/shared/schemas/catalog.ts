import { z } from 'zod'
import { poundsString, videoIdInPath } from './primitives.ts'

export const videoOutput = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** Whole minutes. */
  duration: z.int(),
  price: poundsString,
  imageUrl: z.string(),
})
export type VideoOutput = z.output<typeof videoOutput>

export const videosOutput = z.array(videoOutput)

export const videoInput = z.object({ videoId: videoIdInPath })

/** What the pricing section says beside the single prices; every saving is computed from these. */
export const offerOutput = z.object({
  listPrice: poundsString,
  bundlePrice: poundsString,
  saving: poundsString,
  individualMonths: z.int(),
  bundleMonths: z.int(),
  vatRate: z.number(),
})
export type OfferOutput = z.output<typeof offerOutput>
