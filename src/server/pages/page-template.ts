import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PageFiles } from '#client/site/page-data.ts'
import { parseSheet, type Sheet } from './critical-styles.ts'

/** The keys of Vite's manifest: the frame of pages, and what wakes one. */
const FRAME = 'index.html'
const MAIN = 'main.tsx'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof manifestSchema>

/** What pages are printed into and with. */
export type PageTemplate = {
  /** index.html with its places for head, styles, script, markup and data. */
  html: string
  /** All styles of rendered pages. */
  sheet: Sheet
  /** All styles of the other screens, which come after them. */
  laterSheet: Sheet
  /** The first script, which stands in the page itself. */
  script: string
  /** What the page of a screen ('catalog/home') fetches once it is used. */
  filesOf(screen: string): Omit<PageFiles, 'wakesAtOnce'>
}

/** Reads the build: the tags that name its first style sheet and its first script give way to places for their content. */
export async function readTemplate(clientFolder: string): Promise<PageTemplate> {
  const read = (path: string) => readFile(join(clientFolder, path), 'utf8')
  const manifest = manifestSchema.parse(JSON.parse(await read('.vite/manifest.json')))
  const { file, css } = chunk(manifest, FRAME)
  const later = stylesOf(manifest, chunksFrom(manifest, [MAIN])).filter((path) => !css.includes(path))
  const [html, script, sheets, laterSheets] = await Promise.all([
    read(FRAME),
    read(file),
    Promise.all(css.map(read)),
    Promise.all(later.map(read)),
  ])
  if (/<(\/script|!--)/i.test(script)) throw new Error(`${file} would end the element that it stands in`)
  return {
    html: html
      .replace(/<script type="module"[^>]*><\/script>/, '<!--script-->')
      .replace(/<link rel="stylesheet"[^>]*>/, (link) => `<!--styles--><noscript>${link}</noscript>`),
    sheet: parseSheet(sheets.join('')),
    laterSheet: parseSheet(laterSheets.join('')),
    script: script.trim(),
    filesOf: (screen) => listFiles(manifest, screen),
  }
}

function listFiles(manifest: Manifest, screen: string): Omit<PageFiles, 'wakesAtOnce'> {
  const names = chunksFrom(manifest, [MAIN, `features/${screen}-screen.tsx`])
  const { file: main } = chunk(manifest, MAIN)
  const scripts = names.map((name) => chunk(manifest, name).file).filter((file) => file !== main)
  return {
    main: `/${main}`,
    scripts: scripts.map((file) => `/${file}`),
    styles: stylesOf(manifest, [FRAME, ...names]).map((path) => `/${path}`),
  }
}

/** These chunks and all that they import. */
function chunksFrom(manifest: Manifest, names: readonly string[]): string[] {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    chunk(manifest, name).imports.forEach(add)
  }
  names.forEach(add)
  return [...found]
}

function stylesOf(manifest: Manifest, names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => chunk(manifest, name).css))]
}

function chunk(manifest: Manifest, name: string): Manifest[string] {
  const found = manifest[name]
  if (!found) throw new Error(`The build has no ${name}`)
  return found
}
