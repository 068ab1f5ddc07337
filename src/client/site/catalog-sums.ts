import type { CatalogueTerms } from '#shared/catalog/catalog.ts'
import { type Pence, subtractPence, sumPence } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

/** Everything bought one by one, in pence. */
export function listPrice(films: readonly PageFilm[]): Pence {
  return sumPence(films.map(({ pricePence }) => pricePence))
}

/** The complete package, in pence; every "save £N" is this against the list price (requirements §4). */
export function packagePrice(films: readonly PageFilm[], terms: CatalogueTerms): Pence {
  return subtractPence(listPrice(films), terms.collectionDiscountPence)
}

export function totalMinutes(films: readonly PageFilm[]): number {
  return films.reduce((minutes, { duration }) => minutes + duration, 0)
}
