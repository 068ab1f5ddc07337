import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/infra/root.ts'

const client = join(projectRoot, 'dist/client')
const ENTRY = 'index.html'
/** What wakes a page, or fills an empty one. */
const MAIN = 'main.tsx'

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof manifest>

/** Bytes as they travel to a browser that takes brotli. */
export type Weight = {
  /** Script before a visitor touches the page. */
  before: number
  /** All script of the page once it has been touched. */
  after: number
  /** The files of it that are fetched. */
  requests: number
  css: number
}

export function readManifest(): Manifest {
  return manifest.parse(JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')))
}

/** What a screen ('catalog/home') weighs on its own address, opened first. A page that is rendered ahead sleeps until it is touched. */
export function weigh(built: Manifest, { screen, sleeps }: { screen: string; sleeps: boolean }): Weight {
  const first = chunksOf(built, [ENTRY])
  const later = chunksOf(built, [MAIN, `features/${screen}-screen.tsx`])
  const all = [...first, ...later]
  const after = sum(all.map(({ file }) => file))
  return {
    before: sleeps ? sum(first.map(({ file }) => file)) : after,
    after,
    requests: later.length,
    css: sum(stylesOf(all)),
  }
}

/** Fonts are compressed already. */
export function weighFonts(): number {
  const css = readFileSync(join(projectRoot, 'src/client/ui/fonts.css'), 'utf8')
  const files = [...css.matchAll(/url\("([^"]+\.woff2)"\)/g)].map(([, path = '']) => path)
  return files.reduce((total, path) => total + readFileSync(join(client, path)).length, 0)
}

function stylesOf(chunks: readonly { css: readonly string[] }[]): string[] {
  return [...new Set(chunks.flatMap(({ css }) => css))]
}

function chunksOf(built: Manifest, names: readonly string[]) {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    queue.push(...(built[name]?.imports ?? []))
  }
  return [...found].map((name) => {
    const chunk = built[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    return chunk
  })
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + statSync(join(client, `${file}.br`)).size, 0)
}
