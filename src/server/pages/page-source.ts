import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#client/site/page-data.ts'

/** Where pages come from: the build, or Vite during development. */
export type PageSource = {
  /** index.html with its places for head, markup and data. */
  loadTemplate(): Promise<string>
  loadRenderer(): Promise<PageRenderer>
  /** Folder of the browser's files; null where something else serves them. */
  clientFolder: string | null
}

/** The pages as `npm run build` leaves them in `dist/`. */
export function builtPages(projectRoot: string): PageSource {
  const clientFolder = join(projectRoot, 'dist/client')
  const entry = join(projectRoot, 'dist/pages/entry-server.js')
  return {
    clientFolder,
    loadTemplate: () => readFile(join(clientFolder, 'index.html'), 'utf8'),
    loadRenderer: () => import(pathToFileURL(entry).href),
  }
}
