import { findCategory } from '#shared/catalog/catalog.ts'
import { toPounds } from '#shared/money/money.ts'
import type { VideoOutput } from '#shared/schemas/catalog.ts'
import type { CatalogVideo } from './queries.ts'

/** A video as the wire has it: pounds as a string, the category by its name. */
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
