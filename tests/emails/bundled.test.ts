import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('a process that renders mails loads neither highlighted code nor Tailwind', async () => {
  const { metafile } = await build({
    entryPoints: ['emails/render.ts', 'emails/render-bulk.ts'],
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'dist/none',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
  })
  const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  )
  const packages = new Set(bundled.map(([path]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]))
  expect(packages).toContain('@react-email/render')
  expect(['prismjs', 'tailwindcss', 'css-tree', 'marked'].filter((name) => packages.has(name))).toEqual([])
})
