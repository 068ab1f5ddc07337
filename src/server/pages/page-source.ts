import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#client/site/page-data.ts'
import { type PageTemplate, readTemplate } from './page-template.ts'

/** Where pages come from: the build, or what a test stands in for it. */
export type PageSource = {
  loadTemplate(): Promise<PageTemplate>
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
    loadTemplate: () => readTemplate(clientFolder),
    loadRenderer: () => import(pathToFileURL(entry).href),
  }
}
