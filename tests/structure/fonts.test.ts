import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'

const folder = join(projectRoot, 'src/client/public/fonts')

test('a font that is cut anew is called something else', async () => {
  const fonts = (await readdir(folder)).filter((name) => name.endsWith('.woff2'))
  const digests = await Promise.all(
    fonts.map(async (name) => {
      const content = await readFile(join(folder, name))
      return [name, createHash('sha256').update(content).digest('hex').slice(0, 16)] as const
    }),
  )
  expect(
    Object.fromEntries(digests),
    'Browsers keep /fonts/ for a year: give the new font a new name, there, in fonts.css and in index.html.',
  ).toEqual({ 'cabin-figures.woff2': 'f246dff6d74dde29', 'cabin-text.woff2': 'df97fb7afd0aeb00' })
})
