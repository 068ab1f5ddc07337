import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from '#server/http/byte-range.ts'

describe('a Range header (RFC 9110 §14)', () => {
  it.each([
    ['bytes=0-499', [{ start: 0, end: 499 }]],
    ['bytes=500-999', [{ start: 500, end: 999 }]],
    ['bytes=-500', [{ start: 9_500, end: 9_999 }]],
    ['bytes=9500-', [{ start: 9_500, end: 9_999 }]],
    [
      'bytes=0-0,-1',
      [
        { start: 0, end: 0 },
        { start: 9_999, end: 9_999 },
      ],
    ],
    [
      'bytes=500-600,601-999',
      [
        { start: 500, end: 600 },
        { start: 601, end: 999 },
      ],
    ],
    [
      'bytes=0-9,,20-29, ',
      [
        { start: 0, end: 9 },
        { start: 20, end: 29 },
      ],
    ],
    ['bytes=,', 'whole'],
    ['bytes=0-,0-', 'whole'],
    ['bytes=9999-20000', [{ start: 9_999, end: 9_999 }]],
    ['bytes=10000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=1-0', 'whole'],
    ['bytes=0-1;2-3', 'whole'],
    ['lines=0-1', 'whole'],
    ['', 'whole'],
    [undefined, 'whole'],
  ] as const)('%s of ten thousand bytes', (header, expected) => {
    expect(parseRange(header, 10_000)).toEqual(expected)
  })

  it('of an empty file covers the whole empty file', () => {
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0']) {
      expect(parseRange(header, 0)).toBe('whole')
    }
  })

  it('gives no byte that the file does not have, whatever it says', () => {
    const number = fc.oneof(fc.nat({ max: 300 }), fc.constantFrom('', '99999999999999999999', '-1', 'x'))
    const spec = fc.tuple(number, fc.constantFrom('-', ' - ', '', '--'), number).map((part) => part.join(''))
    const header = fc.array(spec, { maxLength: 10 }).map((specs) => `bytes=${specs.join(',')}`)
    fc.assert(
      fc.property(header, fc.nat({ max: 200 }), (text, bytes) => {
        const ranges = parseRange(text, bytes)
        if (typeof ranges === 'string') return
        expect(ranges.length).toBeGreaterThan(0)
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start).toBeLessThanOrEqual(end)
          expect(end).toBeLessThan(bytes)
        }
      }),
    )
  })
})
