import type { MediaSlot } from '#shared/catalog/media-slots.ts'
import { toPounds } from '#shared/money/money.ts'
import type {
  AdminCatalogVideo,
  CatalogFile,
  TermsOutput,
  UploadOutput,
} from '#shared/schemas/catalog-editing.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'
import { CATALOG } from '../../../../prisma/seed/new-catalog.ts'
import { SIGNED_IN } from './admin-fixtures.ts'

const WRITTEN_AT = '2026-11-01T09:00:00.000Z'

export function aFile(slot: MediaSlot, over: Partial<CatalogFile> = {}): CatalogFile {
  return {
    slot,
    bytes: 1_400_553,
    durationSeconds: slot === 'film' ? 90.9 : null,
    url: null,
    isUploaded: false,
    createdAt: WRITTEN_AT,
    ...over,
  }
}

export function aVideo(over: Partial<AdminCatalogVideo> = {}): AdminCatalogVideo {
  const id = over.id ?? 1
  const video = CATALOG.find((one) => one.id === id)
  if (!video) throw new Error(`There is no film ${id}`)
  return {
    id,
    slug: video.category,
    title: video.title,
    description: video.description,
    category: video.title,
    categorySlug: video.category,
    durationMinutes: video.durationMinutes,
    price: toPounds(video.pricePence),
    imageUrl: `/previews/${video.category}.jpg`,
    updatedAt: WRITTEN_AT,
    files: [aFile('film'), aFile('captions'), aFile('chapters'), aFile('image'), aFile('snippet')],
    ...over,
  }
}

export function aTerms(over: Partial<TermsOutput> = {}): TermsOutput {
  return { collectionDiscount: '40.00', singleMonths: 3, bundleMonths: 12, updatedAt: WRITTEN_AT, ...over }
}

export function anUpload(over: Partial<UploadOutput> = {}): UploadOutput {
  return {
    id: 'upload-1',
    slot: 'film',
    videoId: 1,
    fileName: 'air-law.mp4',
    bytes: 2_000_000,
    received: 500_000,
    status: 'receiving',
    refusal: null,
    durationSeconds: null,
    width: null,
    height: null,
    remarks: [],
    previewUrl: null,
    createdAt: WRITTEN_AT,
    ...over,
  }
}

export const READY = {
  received: 2_000_000,
  status: 'ready',
  durationSeconds: 5_465,
  width: 1920,
  height: 1080,
  previewUrl: '/api/admin/uploads/upload-1',
} as const satisfies Partial<UploadOutput>

type CatalogAnswers = NonNullable<NonNullable<Answers['admin']>['catalog']>

/** The back office with the catalog of a new shop. */
export function catalogServer(catalog: CatalogAnswers = {}, admin: Answers['admin'] = {}) {
  const { videos, terms, promo, snippets } = makePageData()
  return fakeServer({
    catalog: { page: () => ({ videos, terms, promo, snippets }) },
    admin: {
      session: () => SIGNED_IN,
      attention: { count: () => ({ count: 0 }) },
      ...admin,
      catalog: {
        read: () => ({
          videos: CATALOG.map(({ id }) => aVideo({ id })),
          terms: aTerms(),
          promo: [aFile('promo', { durationSeconds: 40, url: '/previews/promo.mp4' })],
          largestVideoBytes: 8 * 1024 ** 3,
        }),
        uploads: () => [],
        ...catalog,
      },
    },
  })
}
