import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

export type Program = { file: string; remove(): void }

/**
 * One of our files as Node runs it, for a test that starts it in processes of its own: bundled once, it starts several
 * times faster than through tsx.
 */
export async function bundleProgram(entry: string): Promise<Program> {
  // It finds its packages from here.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync(join('node_modules/.cache', 'program-'))
  const file = join(folder, 'program.mjs')
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
    logLevel: 'error',
  })
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
