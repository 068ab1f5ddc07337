import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'

const folder = join(projectRoot, 'src/client/public/fonts')

test('a font that is cut again has another name', async () => {
  const fonts = (await readdir(folder)).filter((name) => name.endsWith('.woff2'))
  const digests = await Promise.all(
    fonts.map(async (name) => {
      const content = await readFile(join(folder, name))
      return [name, createHash('sha256').update(content).digest('hex').slice(0, 16)] as const
    }),
  )
  expect(
    Object.fromEntries(digests),
    'Browsers keep /fonts/ for a year: give the new font a new name, there, in fonts.css or letters.css, and in index.html.',
  ).toEqual({
    'cabin-figures.woff2': 'f246dff6d74dde29',
    'cabin-latin-1.woff2': 'c2e35a520040c704',
    'cabin-latin-extended.woff2': '7475466e869cd8ba',
    'cabin-text.woff2': 'df97fb7afd0aeb00',
  })
})

test('a letter that the first font lacks has a font, and a page of English asks for no more', async () => {
  const css = await readFile(join(projectRoot, 'src/client/ui/letters.css'), 'utf8')
  const faces = [...css.matchAll(/unicode-range:([^;]+);/g)].map(([, ranges = '']) => pointsOf(ranges))
  const covered = (letter: string) => faces.some((points) => points.has(pointOf(letter)))
  const foreign = Array.from('ÀÊßàçëñóöØøÞÿŒœıĀĂąĆčĐđęěğĞİķŁłńňőřŚśŞşťůűŵŷŸźŻżŽž')
  expect(foreign.filter((letter) => !covered(letter))).toEqual([])
  // What cabin-text.woff2 has.
  const first = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index))
  expect([...first, ...'\u00a0£©°·½Éé×‘’“”…€'].filter(covered)).toEqual([])
})

function pointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0
}

function pointsOf(ranges: string): Set<number> {
  return new Set(
    ranges.split(',').flatMap((range) => {
      const [from = 0, to = from] = range
        .trim()
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    }),
  )
}
