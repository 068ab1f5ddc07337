import type { Deps } from '#server/deps.ts'
import { findCategory } from '#shared/catalog/catalog.ts'
import type { PageCatalog, PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { presentVideo } from './present.ts'
import { type CatalogVideo, listPreviews, loadCatalog, type PreviewFiles, publicFileUrl } from './queries.ts'

/** The catalog as the pages show it: rendered into them, and read again after a change. */
export async function getPageCatalog(db: Deps['db']): Promise<PageCatalog> {
  const [{ videos, terms }, previews] = await Promise.all([loadCatalog(db), listPreviews(db)])
  const present = (kind: PreviewFiles['kind']) =>
    previews.filter((preview) => preview.kind === kind).map((preview) => presentPreview(preview, videos))
  return {
    videos: videos.map(presentPageVideo),
    terms,
    promo: present('promo')[0] ?? null,
    snippets: present('snippet'),
  }
}

function presentPageVideo(video: CatalogVideo): PageVideo {
  const category = findCategory(video.category)
  if (!category) throw new Error(`Video ${video.id} belongs to no subject: ${video.category}`)
  const { slug, pricePence } = video
  return { ...presentVideo(video), slug, pricePence, categorySlug: category.slug }
}

function presentPreview(piece: PreviewFiles, videos: readonly CatalogVideo[]): Preview {
  const video = videos.find(({ id }) => id === piece.videoId)
  const urlOf = (key: string | null) => key && publicFileUrl(key)
  return {
    title: video?.title ?? 'Introduction',
    src: publicFileUrl(piece.videoKey),
    posterUrl: urlOf(piece.posterKey),
    captionsUrl: urlOf(piece.captionsKey),
    chaptersUrl: urlOf(piece.chaptersKey),
    storyboardUrl: urlOf(piece.storyboardKey),
    categorySlug: findCategory(video?.category ?? '')?.slug ?? null,
  }
}
