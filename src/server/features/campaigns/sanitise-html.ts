import type { IOptions } from 'sanitize-html'

const SIZE = /^-?\d{1,4}(\.\d{1,3})?(px|em|rem|%|pt)?$/
const SIZES =
  /^(-?\d{1,4}(\.\d{1,3})?(px|em|rem|%|pt)?|auto)( (-?\d{1,4}(\.\d{1,3})?(px|em|rem|%|pt)?|auto)){0,3}$/
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,40}\))$/i
const BORDER = /^(none|0|\d{1,2}px (solid|dashed|dotted|double)( (#[0-9a-f]{3,8}|[a-z]{3,20}))?)$/i
const SIDES = ['top', 'right', 'bottom', 'left']

/** The allowed styles of a mail. Without such a list any CSS would pass, `position: fixed` included. */
const STYLES: Record<string, RegExp[]> = {
  color: [COLOUR],
  background: [COLOUR],
  'background-color': [COLOUR],
  'font-size': [SIZE],
  'font-weight': [/^(normal|bold|[1-9]00)$/],
  'font-style': [/^(normal|italic)$/],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'line-height': [SIZE],
  'letter-spacing': [SIZE],
  'text-align': [/^(left|right|center|justify)$/],
  'text-decoration': [/^(none|underline|line-through)$/],
  'vertical-align': [/^(top|middle|bottom|baseline)$/],
  'white-space': [/^(normal|nowrap|pre-line|pre-wrap)$/],
  'overflow-wrap': [/^(anywhere|break-word|normal)$/],
  display: [/^(block|inline|inline-block|table|table-row|table-cell)$/],
  width: [SIZE],
  height: [SIZE, /^auto$/],
  'max-width': [SIZE],
  'border-radius': [SIZES],
  'border-collapse': [/^(collapse|separate)$/],
  border: [BORDER],
  margin: [SIZES],
  padding: [SIZES],
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`margin-${side}`, [SIZE, /^auto$/]],
      [`padding-${side}`, [SIZE]],
      [`border-${side}`, [BORDER]],
    ]),
  ),
}

const TABLE_CELL = ['align', 'valign', 'width', 'height', 'colspan', 'rowspan']

const OPTIONS: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code', 'center'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'a', 'img', 'ul', 'ol', 'li'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  // The text inside these elements is not content.
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'template', 'noembed', 'xmp'],
  allowedAttributes: {
    '*': ['style', 'class', 'lang', 'dir', 'title'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    table: ['align', 'width', 'border', 'cellpadding', 'cellspacing', 'role'],
    td: TABLE_CELL,
    th: [...TABLE_CELL, 'scope'],
  },
  // Classes of the shop's style sheet, which keep a template readable in dark mode.
  allowedClasses: { '*': ['ink', 'quiet', 'rule', 'edge', 'go'] },
  allowedStyles: { '*': STYLES },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  // No real mail nests deeper, and the parsers after this one recurse once per level.
  nestingLimit: 100,
  transformTags: {
    // A page opened from a mail must not control the page that opened it.
    a: (tagName, attribs) => ({
      tagName,
      attribs: 'href' in attribs ? { ...attribs, target: '_blank', rel: 'noopener' } : attribs,
    }),
  },
}

/**
 * Removes everything from an admin's HTML that runs code, loads from unusual sources or moves out of its place. A full
 * HTML page loses its head and body tags; the shop adds its own. Empty where nothing readable is left.
 */
export async function sanitiseHtml(html: string): Promise<string> {
  // Loaded at first use: most processes never send a campaign.
  const { default: sanitize } = await import('sanitize-html')
  const clean = sanitize(html, OPTIONS).trim()
  const hasContent = sanitize(clean, { allowedTags: ['img'], allowedAttributes: {} }).trim() !== ''
  return hasContent ? clean : ''
}
