import type { PageData } from './page-data.ts'
import { fullTitle, type PageMeta } from './page-meta.ts'

/** What belongs in `<head>` for one address; pages without a description are kept out of search engines. */
export function renderHead(path: string, meta: PageMeta, data: PageData): string {
  const canonical = `${data.publicUrl}${path}`
  const tags = [`<title>${escapeHtml(fullTitle(meta))}</title>`]
  if (meta.description === null) {
    tags.push('<meta name="description" content="">', '<meta name="robots" content="noindex">')
  } else {
    const description = escapeHtml(meta.description)
    tags.push(
      `<meta name="description" content="${description}">`,
      `<link rel="canonical" href="${escapeHtml(canonical)}">`,
      `<meta property="og:title" content="${escapeHtml(meta.title)}">`,
      `<meta property="og:description" content="${description}">`,
      '<meta property="og:type" content="website">',
      `<meta property="og:url" content="${escapeHtml(canonical)}">`,
    )
  }
  return tags.join('\n    ')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
