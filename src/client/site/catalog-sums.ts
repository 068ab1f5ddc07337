import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { type Pence, subtractPence, sumPence } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** Everything bought one by one, in pence. */
export function listPrice(videos: readonly PageVideo[]): Pence {
  return sumPence(videos.map(({ pricePence }) => pricePence))
}

/** The complete package, in pence; every "save £N" is this against the list price (requirements §4). */
export function packagePrice(videos: readonly PageVideo[], terms: CatalogTerms): Pence {
  return subtractPence(listPrice(videos), terms.collectionDiscountPence)
}

export function totalMinutes(videos: readonly PageVideo[]): number {
  return videos.reduce((minutes, { duration }) => minutes + duration, 0)
}
