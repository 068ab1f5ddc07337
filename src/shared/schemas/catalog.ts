import { z } from 'zod'
import { CATEGORIES } from '#shared/catalog/catalog.ts'
import { pence } from '#shared/money/money.ts'
import { poundsText } from './primitives.ts'

export const videoOutput = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** Whole minutes. */
  duration: z.int(),
  price: poundsText,
  imageUrl: z.string(),
})
export type VideoOutput = z.output<typeof videoOutput>

export const videosOutput = z.array(videoOutput)

const wholePence = z.int().transform(pence)
const categorySlug = z.enum(CATEGORIES.map(({ slug }) => slug))

/** A video as the pages show and price it: the wire's fields, its address and subject, and whole pence. */
const pageVideo = videoOutput.extend({ slug: z.string(), categorySlug, pricePence: wholePence })
export type PageVideo = z.output<typeof pageVideo>

/** A free part of a video, which plays without signing in. */
const preview = z.object({
  title: z.string(),
  src: z.string(),
  posterUrl: z.string().nullable(),
  captionsUrl: z.string().nullable(),
  chaptersUrl: z.string().nullable(),
  /** Small pictures for the seek bar. */
  storyboardUrl: z.string().nullable(),
  categorySlug: categorySlug.nullable(),
})
export type Preview = z.output<typeof preview>

/** The part of a page's data that an admin changes while pages are open. */
export const pageCatalogOutput = z.object({
  videos: z.array(pageVideo),
  terms: z.object({
    collectionSize: z.int(),
    collectionDiscountPence: wholePence,
    singleMonths: z.int(),
    bundleMonths: z.int(),
  }),
  promo: preview.nullable(),
  snippets: z.array(preview),
})
export type PageCatalog = z.output<typeof pageCatalogOutput>

const chapter = z.object({ startSeconds: z.number(), title: z.string() })

/** The chapters of the videos that have any, by the video's id. */
export const chaptersOutput = z.record(z.string(), z.array(chapter))
export type Chapters = z.output<typeof chaptersOutput>
