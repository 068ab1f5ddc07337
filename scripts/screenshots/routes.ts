import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/infra/root.ts'
import type { State } from './state.ts'

/** The paths of src/client/app/routes.tsx, read as text: its screens are found by the bundler alone. */
export function readRoutes(): string[] {
  const text = readFileSync(join(projectRoot, 'src/client/app/routes.tsx'), 'utf8')
  const paths = [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path)
  if (paths.length === 0) throw new Error('src/client/app/routes.tsx has no paths that could be read')
  return paths
}

/** Routes that no state shows: a new screen needs a state of its own. */
export function findUnseen(routes: readonly string[], states: readonly State[]): string[] {
  return routes.filter((route) => !states.some((state) => state.route === route))
}

/** '/admin/orders/:orderId' is admin-orders-orderId. */
export function nameOf(route: string): string {
  if (route === '/') return 'home'
  if (route === '*') return 'unknown'
  return route.slice(1).replaceAll('/', '-').replaceAll(':', '')
}
