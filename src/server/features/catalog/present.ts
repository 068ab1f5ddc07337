import { findCategory } from '#shared/catalogue.ts'
import { subtractPence, sumPence, toPounds } from '#shared/money.ts'
import type { OfferOutput, VideoOutput } from '#shared/schemas/catalog.ts'
import type { Catalog, CatalogVideo } from './queries.ts'

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

/** What the pricing section needs; every "save £N" is computed from prices (requirements §9). */
export function presentOffer({ videos, terms }: Catalog, vatRate: number): OfferOutput {
  const list = sumPence(videos.map((video) => video.pricePence))
  return {
    listPrice: toPounds(list),
    bundlePrice: toPounds(subtractPence(list, terms.collectionDiscountPence)),
    saving: toPounds(terms.collectionDiscountPence),
    individualMonths: terms.singleMonths,
    bundleMonths: terms.bundleMonths,
    vatRate,
  }
}
