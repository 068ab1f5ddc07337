/** Markup that is safe to put into a page as it is. */
export type Html = { readonly markup: string }

type Part = Html | string | number | null | Part[]

const ESCAPES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function written(part: Part): string {
  if (part === null) return ''
  if (Array.isArray(part)) return part.map(written).join('')
  if (typeof part === 'object') return part.markup
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** A template whose values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = strings
    .map((text, at) => text + (at < parts.length ? written(parts[at] ?? null) : ''))
    .join('')
  return { markup }
}

export function pounds(pence: number): string {
  const sign = pence < 0 ? '−' : ''
  return `${sign}£${(Math.abs(pence) / 100).toFixed(2)}`
}

/** A whole page around its main part; its one stylesheet is served beside it, since the pages allow no inline style. */
export function page(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/dev/stripe/style.css">
</head>
<body>
<main>${main}</main>
</body>
</html>
`.markup
}

/** A form of hidden fields and one button. */
export function action(path: string, fields: Record<string, string>, label: string): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/dev/stripe/${path}">${inputs}<button>${label}</button></form>`
}
