import { build, type Metafile } from 'esbuild'
import { expect, it } from 'vitest'

/** What few requests and jobs need: it is loaded when the first of them comes. */
const RARE = [
  '@napi-rs/canvas',
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-base',
  '@tus/file-store',
  '@tus/server',
  'fontkit',
  'pdfkit',
  'react-email',
  'sandbox/server/start-sandbox.ts',
  'sanitize-html',
  'smtp-server',
]

it('a process starts without what is rarely used', { timeout: 60_000 }, async () => {
  const { metafile } = await build({
    entryPoints: ['src/server/main.ts', 'src/server/worker.ts'],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: 'dist',
    metafile: true,
    write: false,
  })
  for (const entry of ['dist/main.js', 'dist/worker.js']) {
    const loaded = loadedBy(entry, metafile.outputs)
    expect(loaded).toContain('bullmq')
    expect(RARE.filter((name) => loaded.includes(name))).toEqual([])
  }
})

type Outputs = Metafile['outputs']

/** Our files and the packages that are read before the entry's first line runs. */
function loadedBy(entry: string, outputs: Outputs, seen = new Set<string>()): string[] {
  const output = outputs[entry]
  if (!output) return [entry]
  if (seen.has(entry)) return []
  seen.add(entry)
  const imported = output.imports.filter(({ kind }) => kind !== 'dynamic-import')
  return [...Object.keys(output.inputs), ...imported.flatMap(({ path }) => loadedBy(path, outputs, seen))]
}
