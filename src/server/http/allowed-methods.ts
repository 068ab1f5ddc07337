import type { FastifyInstance } from 'fastify'

type Route = { segments: string[]; methods: readonly string[] }

/** Which methods an `/api` path has, by the routes that are registered from now on. */
export function listApiMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.endsWith('*')) return
    routes.push({ segments: url.split('/'), methods: Array.isArray(method) ? method : [method] })
  })

  return function methodsOf(path) {
    const segments = path.replace(/\/$/, '').split('/')
    const methods = routes.filter((route) => isAt(route, segments)).flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

/** A segment with a colon stands for any text. */
function isAt({ segments }: Route, asked: readonly string[]): boolean {
  if (segments.length !== asked.length) return false
  return segments.every((segment, index) => segment.startsWith(':') || segment === asked[index])
}
