import { capitalised, formatDuration, inWords } from '#client/lib/format.ts'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import { totalMinutes } from './catalog-sums.ts'
import type { PageData } from './page-data.ts'

/** What stands on the picture that a shared link shows. */
export type SharePicture = {
  /** Its address is `/og/<name>.png`. */
  name: string
  title: string
  line: string
  /** The subjects whose drawings are on it: a video's own, or all of them on the shop's. */
  subjects: readonly CategorySlug[]
}

export const SHARE_PICTURE_SIZE = { width: 1_200, height: 630 } as const
const SHOP = 'shop'

/** One picture for the shop and one for each video. */
export function sharePictures({ videos }: Pick<PageData, 'videos'>): SharePicture[] {
  const shop: SharePicture = {
    name: SHOP,
    title: 'Theory films for the UK private pilot licence',
    line: `${capitalised(inWords(videos.length))} films, ${formatDuration(totalMinutes(videos))}`,
    subjects: videos.map(({ categorySlug }) => categorySlug),
  }
  return [shop, ...videos.filter(({ slug }) => slug !== SHOP).map(videoPicture)]
}

function videoPicture({ slug, title, duration, categorySlug }: PageData['videos'][number]): SharePicture {
  return {
    name: slug,
    title,
    line: `Private pilot theory film, ${formatDuration(duration)}`,
    subjects: [categorySlug],
  }
}

/** The picture of a page: a video's own, the shop's on every other. */
export function pictureOf(path: string, data: PageData): SharePicture {
  const pictures = sharePictures(data)
  const [shop, ...videos] = pictures
  const found = videos.find(({ name }) => path === `/videos/${name}`) ?? shop
  if (!found) throw new Error('The shop has no picture')
  return found
}

/** Absolute; what stands on the picture is in it, so that a video with a new name has a new address. */
export function pictureUrl(picture: SharePicture, publicUrl: string): string {
  return `${publicUrl}/og/${encodeURIComponent(picture.name)}.png?v=${fingerprint(JSON.stringify(picture))}`
}

export function pictureAlt({ subjects, title, line }: SharePicture): string {
  return subjects.length === 1 ? `The drawing of ${title}. ${line}.` : `A drawing for each subject. ${title}.`
}

/** FNV-1a, 32 bits: tells editions apart, and protects nothing. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash.toString(36)
}
