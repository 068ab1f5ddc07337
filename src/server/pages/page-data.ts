import type { PageData, PageFacts, PageFilm, Preview } from '#client/site/page-data.ts'
import type { Deps } from '#server/deps.ts'
import { presentVideo } from '#server/features/catalog/present.ts'
import {
  type CatalogVideo,
  listPreviews,
  loadCatalog,
  loadCatalogDates,
  type PreviewFiles,
  publicFileUrl,
} from '#server/features/catalog/queries.ts'
import { findCategory } from '#shared/catalog/catalog.ts'

/** What a rendered page is made of, and takes to the browser with it. */
export async function loadPageData(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  stripe: { publishableKey: string },
): Promise<PageData> {
  const [{ videos, terms }, previews] = await Promise.all([loadCatalog(db), listPreviews(db)])
  const { name, address, email, companyNumber, vatNumber } = config.seller
  return {
    films: videos.map(presentFilm),
    terms,
    vatRate: config.vatRate,
    seller: { name, address, email, companyNumber, vatNumber },
    payments: { kind: config.parts.payments, publishableKey: stripe.publishableKey },
    maxStreams: config.maxStreams,
    analyticsScriptUrl: config.analyticsScriptUrl,
    publicUrl: config.publicUrl,
    promo:
      previews.filter(({ kind }) => kind === 'promo').map((promo) => presentPreview(promo, videos))[0] ??
      null,
    snippets: previews.filter(({ kind }) => kind === 'snippet').map((piece) => presentPreview(piece, videos)),
  }
}

/** What search engines are told beside it. */
export async function loadPageFacts({ db }: Pick<Deps, 'db'>): Promise<PageFacts> {
  const { videos, previews } = await loadCatalogDates(db)
  return {
    changedAt: Object.fromEntries(videos.map(({ slug, updatedAt }) => [slug, updatedAt.toISOString()])),
    previews: Object.fromEntries(
      previews.map(({ key, createdAt, durationSeconds }) => [
        publicFileUrl(key),
        { publishedAt: createdAt.toISOString(), durationSeconds },
      ]),
    ),
  }
}

function presentFilm(video: CatalogVideo): PageFilm {
  const category = findCategory(video.category)
  if (!category) throw new Error(`Video ${video.id} belongs to no subject: ${video.category}`)
  const { slug, pricePence } = video
  return { ...presentVideo(video), slug, pricePence, categorySlug: category.slug }
}

function presentPreview(piece: PreviewFiles, videos: readonly CatalogVideo[]): Preview {
  const video = videos.find(({ id }) => id === piece.videoId)
  return {
    title: video?.title ?? 'Introduction',
    src: publicFileUrl(piece.filmKey),
    posterUrl: piece.posterKey && publicFileUrl(piece.posterKey),
    captionsUrl: piece.captionsKey && publicFileUrl(piece.captionsKey),
    categorySlug: findCategory(video?.category ?? '')?.slug ?? null,
  }
}
