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
  /** The subjects whose drawings are on it: a film's own, or all of them on the shop's. */
  subjects: readonly CategorySlug[]
}

export const SHARE_PICTURE_SIZE = { width: 1_200, height: 630 } as const
const SHOP = 'shop'

/** One picture for the shop and one for each film. */
export function sharePictures({ films }: Pick<PageData, 'films'>): SharePicture[] {
  const shop: SharePicture = {
    name: SHOP,
    title: 'Theory films for the UK private pilot licence',
    line: `${capitalised(inWords(films.length))} films, ${formatDuration(totalMinutes(films))}`,
    subjects: films.map(({ categorySlug }) => categorySlug),
  }
  return [shop, ...films.filter(({ slug }) => slug !== SHOP).map(filmPicture)]
}

function filmPicture({ slug, title, duration, categorySlug }: PageData['films'][number]): SharePicture {
  return {
    name: slug,
    title,
    line: `Private pilot theory film, ${formatDuration(duration)}`,
    subjects: [categorySlug],
  }
}

/** The picture of a page: a film's own, the shop's on every other. */
export function pictureOf(path: string, data: PageData): SharePicture {
  const pictures = sharePictures(data)
  const [shop, ...films] = pictures
  const found = films.find(({ name }) => path === `/videos/${name}`) ?? shop
  if (!found) throw new Error('The shop has no picture')
  return found
}

/** Absolute; what stands on the picture is in it, so that a film with a new name has a new address. */
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
