import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { WireError } from '#server/errors.ts'
import { escapeHtml } from './escape-html.ts'

/** It stands in the page: what would send a file of its own may be what has failed. */
const style = `
:root { color-scheme: light dark; --sheet: #f1f4f2; --paper: #ffffff; --ink: #13202b; --quiet: #475768; }
@media (prefers-color-scheme: dark) {
  :root { --sheet: #0d151c; --paper: #151f28; --ink: #e9eff2; --quiet: #a7b5c0; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--sheet);
  color: var(--ink); font: 1.0625rem/1.5 Cabin, "Gill Sans", Calibri, Arial, sans-serif; overflow-wrap: anywhere; }
main { width: 100%; max-width: 35rem; padding: 1.75rem; background: var(--paper); border: 1px solid var(--ink); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
p { margin: 1rem 0 0; }
.quiet { color: var(--quiet); font-size: .9375rem; }
a { color: inherit; }
a:focus-visible { outline: 3px solid #ffd200; outline-offset: 2px; }
`
const policy = `default-src 'none';style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

/** Whether a person looks at the answer: a browser that goes to an address of the shop's pages. */
export function isPageVisit({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return (headers.accept ?? '').includes('text/html') && !/^\/(api|trpc)(\/|$)/.test(url)
}

/** The page for an error of ours, with the name under which the log has it. */
export function sendErrorPage(
  { config }: { config: Pick<Config, 'seller'> },
  { request, reply, wire }: { request: FastifyRequest; reply: FastifyReply; wire: WireError },
): FastifyReply {
  const [title = '', ...rest] = wire.body.message.split(/(?<=\.) /)
  const { email } = config.seller
  return reply
    .code(wire.status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(rest.join(' '))} <a href="">Load the page again</a></p>
<p class="quiet">If it stays so, write to <a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>. Reference: ${escapeHtml(request.id)}</p>
</main>
</body>
</html>
`)
}
