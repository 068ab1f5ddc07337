import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { videosInCollection } from '#shared/limits.ts'
import { type Pence, pence } from '#shared/money/money.ts'

export type CatalogVideo = {
  id: number
  slug: string
  title: string
  description: string
  category: string
  durationMinutes: number
  pricePence: Pence
  imageUrl: string
}

export type Catalog = { videos: CatalogVideo[]; terms: CatalogTerms }

type Reader = Pick<Deps['db'], 'video' | 'catalogTerms' | 'mediaFile'>

/** The videos in the order of the page, and the terms. */
export async function loadCatalog(db: Reader): Promise<Catalog> {
  const [videos, terms] = await Promise.all([
    db.video.findMany({
      orderBy: { position: 'asc' },
      select: {
        id: true,
        slug: true,
        title: true,
        description: true,
        category: true,
        durationMinutes: true,
        pricePence: true,
        imageUrl: true,
      },
    }),
    db.catalogTerms.findUniqueOrThrow({
      where: { id: 1 },
      select: { collectionDiscountPence: true, singleMonths: true, bundleMonths: true },
    }),
  ])
  return {
    videos: videos.map((video) => ({ ...video, pricePence: pence(video.pricePence) })),
    terms: {
      collectionSize: videosInCollection,
      collectionDiscountPence: pence(terms.collectionDiscountPence),
      singleMonths: terms.singleMonths,
      bundleMonths: terms.bundleMonths,
    },
  }
}

type VideoFile = {
  key: string
  contentType: string
  bytes: number
  sha256: string
  durationSeconds: number
}

export type VideoFiles = {
  video: VideoFile | null
  /** The video in several heights, the tallest first; empty where there is one. */
  renditions: (VideoFile & { height: number })[]
  captionsKey: string | null
  chaptersKey: string | null
  storyboardKey: string | null
}

/** The media files of one video. */
export async function findVideoFiles(db: Reader, videoId: number): Promise<VideoFiles> {
  const files = await db.mediaFile.findMany({
    where: { videoId, rendition: { notIn: [...PREVIEW_KINDS] } },
    select: columns('kind', 'rendition', 'key', 'contentType', 'bytes', 'sha256', 'durationSeconds'),
  })
  const keyOf = (kind: (typeof files)[number]['kind']) =>
    files.find((file) => file.kind === kind)?.key ?? null
  const videos = files.flatMap(({ kind, durationSeconds, ...video }) =>
    kind === 'film' ? [{ ...video, durationSeconds: durationSeconds ?? 0 }] : [],
  )
  const main = videos.find(({ rendition }) => rendition === '')
  return {
    video: main ? withoutRendition(main) : null,
    renditions: main ? renditionsOf(main, videos) : [],
    captionsKey: keyOf('captions'),
    chaptersKey: keyOf('chapters'),
    storyboardKey: keyOf('storyboard'),
  }
}

/**
 * Whether a file is still one of a video, with the contents it was opened with. A replaced upload keeps them until it is deleted: only
 * files of the initial media folder are overwritten.
 */
export async function isCurrentVersion(
  db: Reader,
  { key, version, videoId }: { key: string; version: string; videoId: number },
): Promise<boolean> {
  const files = await db.mediaFile.findMany({ where: { key }, select: { sha256: true, videoId: true } })
  if (files.length === 0) return true
  return files.some((file) => file.videoId === videoId && file.sha256.startsWith(version))
}

/** Where the video itself was replaced and is none of them any more, they show another video. */
function renditionsOf(main: VideoFile, videos: readonly (VideoFile & { rendition: string })[]) {
  const renditions = videos
    .filter(({ rendition }) => rendition !== '')
    .map((video) => ({ ...withoutRendition(video), height: Number(video.rendition) }))
    .toSorted((a, b) => b.height - a.height)
  return renditions.length > 1 && renditions.some(({ key }) => key === main.key) ? renditions : []
}

function withoutRendition({ rendition: _, ...video }: VideoFile & { rendition: string }): VideoFile {
  return video
}

/** A media file as it is stored; `entityTag` is null where its digest is unknown. */
export type PublicFile = { key: string; contentType: string; entityTag: string | null }

const PUBLIC_FILE = { key: true, contentType: true, sha256: true } as const

function describeFile(file: { key: string; contentType: string; sha256: string }): PublicFile {
  return { key: file.key, contentType: file.contentType, entityTag: file.sha256 || null }
}

const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  png: 'image/png',
}

/** The type of a media file by the ending of its key. */
export function contentTypeOf(key: string): string {
  return TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
}

/** The public URL of a media file. */
export function publicFileUrl(key: string): string {
  return `/previews/${encodeURIComponent(key)}`
}

/** The time of the last change to what the pages show; the previews without captions, chapters and posters. */
export async function loadCatalogDates(db: Reader) {
  const [videos, previews] = await Promise.all([
    db.video.findMany({ orderBy: { position: 'asc' }, select: { slug: true, updatedAt: true } }),
    db.mediaFile.findMany({
      where: { kind: { in: [...PREVIEW_KINDS] } },
      orderBy: { key: 'asc' },
      select: { key: true, createdAt: true, durationSeconds: true },
    }),
  ])
  return { videos, previews }
}

/** The renditions of files that belong to a preview. */
const PREVIEW_KINDS = ['snippet', 'promo'] as const

/** A public media file: a preview, a file that belongs to it, or a poster; null for any other. */
export async function findPublicFile(db: Reader, key: string): Promise<PublicFile | null> {
  const file = await db.mediaFile.findFirst({
    where: {
      key,
      OR: [{ kind: { in: ['snippet', 'promo', 'poster'] } }, { rendition: { in: [...PREVIEW_KINDS] } }],
    },
    select: PUBLIC_FILE,
  })
  return file && describeFile(file)
}

export type PreviewFiles = {
  kind: (typeof PREVIEW_KINDS)[number]
  videoId: number | null
  videoKey: string
  captionsKey: string | null
  chaptersKey: string | null
  posterKey: string | null
  storyboardKey: string | null
}

/** The file of chapters of each video that has one. */
export function listChapterFiles(db: Reader): Promise<{ videoId: number | null; key: string }[]> {
  return db.mediaFile.findMany({
    where: { kind: 'chapters', rendition: '' },
    select: { videoId: true, key: true },
  })
}

/** The promo and the previews, each with its files, in the order of the videos. */
export async function listPreviews(db: Reader): Promise<PreviewFiles[]> {
  const files = await db.mediaFile.findMany({
    where: { OR: [{ kind: { in: [...PREVIEW_KINDS] } }, { rendition: { in: [...PREVIEW_KINDS] } }] },
    orderBy: [{ video: { position: 'asc' } }],
    select: { kind: true, rendition: true, videoId: true, key: true },
  })
  return files.flatMap((video) => {
    if (video.kind !== 'snippet' && video.kind !== 'promo') return []
    const { kind, videoId } = video
    const beside = (wanted: 'captions' | 'chapters' | 'poster' | 'storyboard') =>
      files.find((file) => file.kind === wanted && file.rendition === kind && file.videoId === videoId)
        ?.key ?? null
    return [
      {
        kind,
        videoId,
        videoKey: video.key,
        captionsKey: beside('captions'),
        chaptersKey: beside('chapters'),
        posterKey: beside('poster'),
        storyboardKey: beside('storyboard'),
      },
    ]
  })
}
