import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { WireError } from '#server/errors.ts'
import { escapeHtml } from './escape-html.ts'
import { plainPageStyle } from './plain-page.ts'

/** The style stands in the page: what would send a file of its own may be what has failed. */
const policy = `default-src 'none';style-src 'sha256-${createHash('sha256').update(plainPageStyle).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors 'none'`

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
<style>${plainPageStyle}</style>
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
