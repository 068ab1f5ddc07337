import type { PageData, PageDetails } from '#client/site/page-data.ts'
import { fullTitle, type PageMeta, SHOP_NAME } from '#client/site/page-meta.ts'
import { pictureAlt, pictureOf, pictureUrl, SHARE_PICTURE_SIZE } from '#client/site/share-picture.ts'
import { jsonLd } from './json-ld.ts'

/** What belongs in `<head>` of a page that is the same for everybody: words, picture and facts for those who link to it. */
export function renderPublicHead(
  path: string,
  meta: PageMeta,
  { data, details }: { data: PageData; details: PageDetails },
): string {
  const { description } = meta
  if (description === null) return renderPrivateHead(meta)
  const canonical = data.publicUrl + encodeURI(path)
  const picture = pictureOf(path, data)
  const image = pictureUrl(picture, data.publicUrl)
  const alt = pictureAlt(picture)
  return lines([
    `<title>${escapeHtml(fullTitle(meta))}</title>`,
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    property('og:title', meta.title),
    property('og:description', description),
    property('og:type', 'website'),
    property('og:url', canonical),
    property('og:site_name', SHOP_NAME),
    property('og:locale', 'en_GB'),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(SHARE_PICTURE_SIZE.width)),
    property('og:image:height', String(SHARE_PICTURE_SIZE.height)),
    property('og:image:alt', alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', meta.title),
    named('twitter:description', description),
    named('twitter:image', image),
    named('twitter:image:alt', alt),
    dataBlock(jsonLd(path, meta, { data, details })),
  ])
}

/** The same for a screen of one person, and for an address that is none: nothing for search engines. */
export function renderPrivateHead(meta: PageMeta): string {
  return lines([
    `<title>${escapeHtml(fullTitle(meta))}</title>`,
    named('description', ''),
    named('robots', 'noindex'),
  ])
}

function lines(tags: readonly string[]): string {
  return tags.join('\n    ')
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`
}

/** Data, not script, so that the content security policy lets it stand. No `<` in it can end the element early. */
function dataBlock(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
