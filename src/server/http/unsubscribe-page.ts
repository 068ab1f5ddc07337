import type { Config } from '#server/config.ts'
import type { LinkState } from '#server/features/campaigns/unsubscribe.ts'
import { escapeHtml } from './escape-html.ts'

/** Served from its own address, so that the page needs no inline style. */
export const unsubscribeStyle = `
:root { color-scheme: light dark; --sheet: #f1f4f2; --paper: #ffffff; --ink: #13202b; --quiet: #475768; --track: #a8135f; }
@media (prefers-color-scheme: dark) {
  :root { --sheet: #0d151c; --paper: #151f28; --ink: #e9eff2; --quiet: #a7b5c0; --track: #c42a76; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--sheet);
  color: var(--ink); font: 1.0625rem/1.5 Cabin, "Gill Sans", Calibri, Arial, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 35rem; padding: 1.75rem; background: var(--paper); border: 1px solid var(--ink); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
p { margin: 1rem 0 0; }
.quiet { color: var(--quiet); font-size: .9375rem; }
a { color: inherit; }
button { margin-top: 1.5rem; min-height: 3rem; padding: 0 1.5rem; border: 0; border-radius: 3px; background: var(--track);
  color: #ffffff; font: inherit; font-weight: 700; cursor: pointer; }
a:focus-visible, button:focus-visible { outline: 3px solid #ffd200; outline-offset: 2px; }
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
