import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal } from '#server/infra/seal.ts'
import { recordReliability } from '#tests/support/reliability.ts'

const OLD = 'the-data-key-of-last-year-0123456789'
const NEW = 'the-data-key-of-this-year-0123456789'

describe('what was sealed for a row', () => {
  const seal = createSeal([NEW])

  it('opens for that row, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, row) => {
        expect(seal.open(seal.seal(plain, row), row)).toBe(plain)
      }),
    )
  })

  it('is known for sealed with the newest key, or not', () => {
    const sealed = createSeal([OLD]).seal('12-34-56', 'Referer:1')
    expect(createSeal([OLD]).isNewest(sealed)).toBe(true)
    expect(createSeal([NEW, OLD]).isNewest(sealed)).toBe(false)
    expect(createSeal([NEW, OLD]).isNewest(seal.seal('12-34-56', 'Referer:1'))).toBe(true)
  })

  it('does not open for another row', () => {
    const sealed = seal.seal('12-34-56', 'Referer:1')
    expect(() => seal.open(sealed, 'Referer:2')).toThrow()
    expect(() => seal.open(sealed, '')).toThrow()
    recordReliability('stolen dump or logs', 2, 'ciphertexts moved to another row')
  })

  it('does not open when a single bit of it was changed', () => {
    const sealed = seal.seal('12-34-56', 'Referer:1')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const forged = Uint8Array.from(sealed)
      const index = Math.floor(bit / 8)
      forged[index] = (forged[index] ?? 0) ^ (1 << (bit % 8))
      expect(() => seal.open(forged, 'Referer:1')).toThrow()
    }
  })

  it('does not open when it was cut, or is nothing', () => {
    const sealed = seal.seal('12-34-56', 'Referer:1')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => seal.open(sealed.subarray(0, length), 'Referer:1')).toThrow()
    }
  })

  it('looks different every time, and nothing like the text', () => {
    const texts = Array.from({ length: 50 }, () =>
      Buffer.from(seal.seal('12-34-56', 'Referer:1')).toString('hex'),
    )
    expect(new Set(texts).size).toBe(50)
    expect(texts.join()).not.toContain(Buffer.from('12-34-56').toString('hex'))
  })
})

describe('keys', () => {
  it('may be rotated: the newest seals, the old one still opens', () => {
    const before = createSeal([OLD]).seal('text', 'row')
    const rotated = createSeal([NEW, OLD])
    expect(rotated.open(before, 'row')).toBe('text')
    expect(createSeal([NEW]).open(rotated.seal('text', 'row'), 'row')).toBe('text')
    expect(() => createSeal([NEW]).open(before, 'row')).toThrow('a key that is not configured')
  })

  it('are needed', () => {
    expect(() => createSeal([])).toThrow()
  })
})
