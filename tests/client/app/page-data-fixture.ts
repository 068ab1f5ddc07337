import type { PageData } from '#client/site/page-data.ts'
import { findCategory } from '#shared/catalog/catalog.ts'
import { toPounds } from '#shared/money/money.ts'
import type { Preview } from '#shared/schemas/catalog.ts'
import { CATALOG, CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

/** The page data of a new shop; give what should differ. */
export function makePageData(overrides: Partial<PageData> = {}): PageData {
  return {
    videos: CATALOG.map((video) => ({
      id: video.id,
      slug: video.category,
      categorySlug: video.category,
      category: findCategory(video.category)?.name ?? '',
      title: video.title,
      description: video.description,
      duration: video.durationMinutes,
      pricePence: video.pricePence,
      price: toPounds(video.pricePence),
      imageUrl: `/previews/${video.category}.jpg`,
    })),
    terms: CATALOG_TERMS,
    vatRate: 0.2,
    payoutVatRate: 0.2,
    seller: {
      name: 'Made-up Films Ltd',
      address: '1 Example Street, Little Crosswind, ZZ9 9ZZ',
      email: 'instructor@example.com',
      companyNumber: '00000000',
      vatNumber: 'GB000000000',
    },
    instructor: null,
    chapters: {},
    sampleVideoIds: [],
    payments: { kind: 'sandbox', publishableKey: 'pk_test_of_the_tests' },
    maxStreams: 2,
    analyticsScriptUrl: null,
    publicUrl: 'https://shop.example.com',
    promo: null,
    snippets: [],
    ...overrides,
  }
}

/** A piece of Navigation without anything beside it; give what should differ. */
export function makePreview(overrides: Partial<Preview> = {}): Preview {
  return {
    title: 'Navigation',
    src: '/previews/navigation-snippet.mp4',
    posterUrl: null,
    captionsUrl: null,
    chaptersUrl: null,
    storyboardUrl: null,
    categorySlug: 'navigation',
    ...overrides,
  }
}
