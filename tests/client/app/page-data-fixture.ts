import type { PageData } from '#client/site/page-data.ts'
import { CATALOGUE, CATALOGUE_TERMS, findCategory } from '#shared/catalog/catalog.ts'
import { toPounds } from '#shared/money/money.ts'

/** The page data of a new shop; give what should differ. */
export function makePageData(overrides: Partial<PageData> = {}): PageData {
  return {
    films: CATALOGUE.map((film) => ({
      id: film.id,
      slug: film.category,
      categorySlug: film.category,
      category: findCategory(film.category)?.name ?? '',
      title: film.title,
      description: film.description,
      duration: film.durationMinutes,
      pricePence: film.pricePence,
      price: toPounds(film.pricePence),
      imageUrl: `/previews/${film.category}.jpg`,
    })),
    terms: CATALOGUE_TERMS,
    vatRate: 0.2,
    seller: {
      name: 'Made-up Films Ltd',
      address: '1 Example Street, Little Crosswind, ZZ9 9ZZ',
      email: 'instructor@example.com',
      companyNumber: '00000000',
      vatNumber: 'GB000000000',
    },
    payments: { kind: 'sandbox', publishableKey: 'pk_test_of_the_tests' },
    maxStreams: 2,
    analyticsScriptUrl: null,
    publicUrl: 'https://shop.example.com',
    promo: null,
    snippets: [],
    ...overrides,
  }
}
