import { text } from 'node:stream/consumers'
import type { Deps } from '#server/deps.ts'
import { isUploadedKey } from '#server/infra/media-writer.ts'
import { findCategory } from '#shared/catalog/catalog.ts'
import { parseCues } from '#shared/catalog/vtt.ts'
import type { Chapters, PageCatalog, PageVideo, Preview } from '#shared/schemas/catalog.ts'
import { presentVideo } from './present.ts'
import {
  type CatalogVideo,
  listChapterFiles,
  listPreviews,
  loadCatalog,
  type PreviewFiles,
  publicFileUrl,
} from './queries.ts'

export type ChapterDeps = Pick<Deps, 'db' | 'media' | 'log'>

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

/** The chapters of all videos, for those who have not bought them yet. */
export async function getChapters(deps: ChapterDeps): Promise<Chapters> {
  const files = await listChapterFiles(deps.db)
  const read = files.map(
    async ({ videoId, key }) => [String(videoId), await readChapters(deps, key)] as const,
  )
  return Object.fromEntries(await Promise.all(read))
}

/** The videos in whose place a demo plays its samples: those whose chapters were not uploaded. */
export async function listSampleVideos(db: Deps['db']): Promise<number[]> {
  const files = await listChapterFiles(db)
  return files.flatMap(({ videoId, key }) => (videoId === null || isUploadedKey(key) ? [] : [videoId]))
}

/** A page without chapters is better than no page: a file that cannot be read is reported in the log alone. */
async function readChapters(
  { media, log }: Pick<Deps, 'media' | 'log'>,
  key: string,
): Promise<Chapters[string]> {
  try {
    const found = await media.stat(key)
    if (!found?.bytes) return []
    const cues = parseCues(await text(media.read(key, 0, found.bytes - 1)))
    return cues.map(({ startSeconds, text: title }) => ({ startSeconds, title }))
  } catch (error) {
    log.warn({ err: error, key }, 'the chapters of a video could not be read')
    return []
  }
}
