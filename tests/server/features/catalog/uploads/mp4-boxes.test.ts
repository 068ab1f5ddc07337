import { describe, expect, it } from 'vitest'
import {
  findBox,
  listBoxes,
  readBoxHead,
  readFourLetters,
  viewOf,
} from '#server/features/catalog/uploads/mp4-boxes.ts'

const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
/** A box as bytes: length, letters, content. */
const box = (type: string, content: readonly number[]) => [
  0,
  0,
  0,
  8 + content.length,
  ...letters(type),
  ...content,
]

describe('the header of a box', () => {
  it.each([
    ['an ordinary length', [0, 0, 0, 12, ...letters('free')], { type: 'free', bodyStart: 108, end: 112 }],
    [
      'a length of eight bytes',
      [0, 0, 0, 1, ...letters('mdat'), 0, 0, 0, 2, 0, 0, 0, 0],
      { type: 'mdat', bodyStart: 116, end: 100 + 2 ** 33 },
    ],
    [
      'no length: up to the end',
      [0, 0, 0, 0, ...letters('mdat')],
      { type: 'mdat', bodyStart: 108, end: 150 },
    ],
    ['letters that are none', [0, 0, 0, 8, 0, 1, 2, 3], { type: '????', bodyStart: 108, end: 108 }],
  ])('with %s', (_what, bytes, expected) => {
    expect(readBoxHead(Uint8Array.from(bytes), 100, 50)).toEqual(expected)
  })

  it.each([
    ['too few bytes', [0, 0, 0, 12, 102]],
    ['a length shorter than itself', [0, 0, 0, 7, ...letters('free')]],
    ['a long length that is cut off', [0, 0, 0, 1, ...letters('mdat'), 0, 0]],
    ['a long length shorter than itself', [0, 0, 0, 1, ...letters('mdat'), 0, 0, 0, 0, 0, 0, 0, 15]],
  ])('with %s is none', (_what, bytes) => {
    expect(readBoxHead(Uint8Array.from(bytes), 0, 50)).toBeNull()
  })
})

describe('boxes within boxes', () => {
  const bytes = Uint8Array.from([
    ...box('free', [1]),
    ...box('trak', [...box('tkhd', [1, 2]), ...box('mdia', box('hdlr', [7]))]),
  ])

  it('are listed in order', () => {
    expect(listBoxes(bytes).map(({ type }) => type)).toEqual(['free', 'trak'])
  })

  it('are found by their path, with positions from the first byte', () => {
    const [, track] = listBoxes(bytes)
    if (!track) throw new Error('There is no track')
    const found = findBox(bytes, track, ['mdia', 'hdlr'])
    expect(found && bytes[found.bodyStart]).toBe(7)
    expect(findBox(bytes, track, ['mdia', 'minf'])).toBeNull()
  })

  it('that reach beyond their container are an error', () => {
    expect(() => listBoxes(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError)
  })
})

it('reads four letters at an offset', () => {
  const bytes = Uint8Array.from([0, 0, ...letters('avc1')]).subarray(2)
  expect(readFourLetters(viewOf(bytes), 0)).toBe('avc1')
})
