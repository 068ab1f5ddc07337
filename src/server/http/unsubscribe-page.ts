import type { Config } from '#server/config.ts'
import type { LinkState } from '#server/features/campaigns/unsubscribe.ts'
import { escapeHtml } from './escape-html.ts'
import { plainPageStyle } from './plain-page.ts'

/** Served from its own address, so that the page needs no inline style. */
export const unsubscribeStyle = `${plainPageStyle}
button { margin-top: 1.5rem; min-height: 3rem; padding: 0 1.5rem; border: 0; border-radius: 3px; background: var(--track);
  color: #ffffff; font: inherit; font-weight: 700; cursor: pointer; }
`

type Around = { stylePath: string; seller: Config['seller'] }

/** What the reader of a campaign sees: a question, or what has happened. */
export function unsubscribePage(link: LinkState, { stylePath, seller }: Around): string {
  const { title, body } = wordsFor(link)
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
<p class="quiet">${escapeHtml(seller.name)}, ${escapeHtml(seller.address)}. <a href="mailto:${escapeHtml(seller.email)}">${escapeHtml(seller.email)}</a></p>
<p class="quiet"><a href="/">To the shop</a></p>
</main>
</body>
</html>
`
}

function wordsFor(link: LinkState): { title: string; body: string } {
  if (link.state === 'unknown') {
    return {
      title: 'This link does not work',
      body: '<p>It may have been cut off on its way. Use the link at the end of a newer email, or write to us and we take your address off.</p>',
    }
  }
  const address = `<strong>${escapeHtml(link.address)}</strong>`
  if (link.state === 'open') {
    return {
      title: 'Unsubscribe from news?',
      body: `<p>No more news will go to ${address}. Emails about your own account, films and payments still come.</p>
<form method="post"><button>Unsubscribe</button></form>`,
    }
  }
  return {
    title: 'You are unsubscribed',
    body: `<p>No more news goes to ${address}. Emails about your own account, films and payments still come.</p>
<p>A mistake? Turn news on again on your account page, or write to us.</p>`,
  }
}
