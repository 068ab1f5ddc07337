import { build } from 'esbuild'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { mapsOfOurs } from '../../../scripts/lib/bundle.mjs'

const sourceMap = z.object({ sources: z.array(z.string()), mappings: z.string() })

it('maps name the files of packages and hold the lines of our own alone', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export * from 'zod'\nexport const ours = () => 1",
      resolveDir: '.',
      sourcefile: 'ours.ts',
    },
    bundle: true,
    write: false,
    sourcemap: true,
    sourcesContent: false,
    outdir: 'dist/none',
    format: 'esm',
    minifyWhitespace: true,
    plugins: [mapsOfOurs],
  })
  const code = outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? ''
  const map = sourceMap.parse(JSON.parse(outputFiles.find(({ path }) => path.endsWith('.map'))?.text ?? '{}'))
  expect(map.sources.some((source) => source.startsWith('../../node_modules/zod/'))).toBe(true)
  expect(map.sources).toContain('../../ours.ts')
  expect(map.mappings.length).toBeLessThan(code.length / 50)
})
