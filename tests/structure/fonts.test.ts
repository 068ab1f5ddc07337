import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'
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
    'Browsers keep /fonts/ for a year: give the new font a new name, there and in fonts.css or letters.css.',
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

/** Advance widths of Arial, which Liberation Sans, Arimo and Helvetica share, in thousandths; Roboto is 1 % wider. */
const WIDTHS = {
  regular:
    ' 278a556b556c500d556e556f278g556h556i222j222k500l222m833n556o556p556q556r333s500t278u556v500w722x500y500z500',
  bold: ' 278a556b611c556d611e556f333g611h611i278j278k556l278m889n611o611p611q611r389s556t333u611v556w778x556y556z500',
}
/** How often a letter stands in English text, in thousandths. */
const OFTEN = ' 183e102t75a65o62n57i57s53r50h50l33d33u23c22m20f20w17g16p15y14b13v8k5x1j1q1z1'

test.each([
  ['regular', ['400Regular', '500Medium']],
  ['bold', ['600SemiBold', '700Bold']],
] as const)(
  'the %s letters shown before Cabin is here stand as wide and as high as its own',
  async (face, weights) => {
    const css = await readFile(join(projectRoot, 'src/client/ui/fonts.css'), 'utf8')
    const cabins = weights.map((weight) => openFont(weight))
    const arial = widthOf((letter) => pairsOf(WIDTHS[face]).get(letter) ?? 0)
    const size = mean(cabins.map((cabin) => widthOf((letter) => advance(cabin, letter)))) / arial
    const { ascent, descent, unitsPerEm } = cabins[0] ?? openFont('400Regular')
    const rule = css
      .split('@font-face')
      .find(
        (text) => text.includes(`font-weight: ${weights[0].slice(0, 3)} `) && text.includes('size-adjust'),
      )
    const said = (name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(rule ?? '')?.[1])
    expect(said('size-adjust')).toBeCloseTo(100 * size, 0)
    expect(said('ascent-override')).toBeCloseTo((100 * ascent) / unitsPerEm / (said('size-adjust') / 100), 1)
    expect(said('descent-override')).toBeCloseTo(
      (-100 * descent) / unitsPerEm / (said('size-adjust') / 100),
      1,
    )
    expect(said('line-gap-override')).toBe(0)
  },
)

function openFont(weight: string): Font {
  const font = openSync(
    join(projectRoot, `node_modules/@expo-google-fonts/cabin/${weight}/Cabin_${weight}.ttf`),
  )
  if (!('glyphForCodePoint' in font)) throw new Error('A collection of fonts')
  return font
}

function advance(font: Font, letter: string): number {
  return (1_000 * font.glyphForCodePoint(pointOf(letter)).advanceWidth) / font.unitsPerEm
}

function widthOf(advanceOf: (letter: string) => number): number {
  return mean([...pairsOf(OFTEN)].map(([letter, often]) => often * advanceOf(letter)))
}

function pairsOf(text: string): Map<string, number> {
  return new Map(
    Array.from(text.matchAll(/([ a-z])(\d+)/g), ([, letter = '', figure]) => [letter, Number(figure)]),
  )
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

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
