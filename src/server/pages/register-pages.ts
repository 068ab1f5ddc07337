import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { policyHeader } from '#server/http/security-headers.ts'
import { projectRoot } from '#server/infra/root.ts'
import { crawlerFiles } from './crawler-files.ts'
import { loadPageData, loadPageDetails } from './page-data.ts'
import { builtPages, type PageSource } from './page-source.ts'
import { sendReady } from './ready-file.ts'
import { createPages, type Pages } from './render-pages.ts'
import { createSharePictures } from './share-pictures.ts'
import { listStaticFiles } from './static-files.ts'

/**
 * Everything a browser opens: rendered pages, the frames of the other screens, and the files they need. Register
 * it last: it answers every GET that nothing else wanted, unknown addresses with the 404 page.
 */
export async function registerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'media' | 'log'>,
  stripe: { publishableKey: string },
  source: PageSource = builtPages(projectRoot),
): Promise<Pages> {
  async function loadContent() {
    const [data, details] = await Promise.all([loadPageData(deps, stripe), loadPageDetails(deps)])
    return { data, details }
  }
  const pages = await createPages(source, loadContent, (inline) => policyHeader(deps.config, inline))
  const files = source.clientFolder === null ? null : await listStaticFiles(source.clientFolder)
  const crawled = crawlerFiles(deps.config.publicUrl, pages)
  const pictures = createSharePictures(pages)

  app.get('/*', async (request, reply) => {
    const [path, query] = splitUrl(request)
    const file = crawled.find(path) ?? pictures.find(path) ?? files?.find(path) ?? pages.find(path, query)
    return sendReady(request, reply, await file)
  })
  return pages
}

/** Path and query; a slash at the end makes no other page. */
function splitUrl({ url }: FastifyRequest): [path: string, query: URLSearchParams] {
  const [path = '/', query = ''] = url.split('?', 2)
  return [path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, new URLSearchParams(query)]
}
