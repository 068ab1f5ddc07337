import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { generateCode, normaliseCode } from '#shared/commission/referral-code.ts'

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('normaliseCode', () => {
  test.each([
    [' hedgerow17 ', 'HEDGEROW17'],
    ['HEDGEROW17', 'HEDGEROW17'],
    ['\thedgerow17\n', 'HEDGEROW17'],
    ['   ', ''],
  ])('"%s" is "%s"', (text, code) => {
    expect(normaliseCode(text)).toBe(code)
  })

  property.prop([fc.string()])('twice is once', (text) => {
    expect(normaliseCode(normaliseCode(text))).toBe(normaliseCode(text))
  })
})

describe('generateCode', () => {
  const table: [name: string, random: number, code: string, why: string][] = [
    ['Hedgerow Flying Club', 0.0165, 'HEDGEROW17', 'the first eight letters'],
    ['Tuesday Circuit Club', 0.0875, 'TUESDAYC88', 'across words'],
    ['Windsock', 0, 'WINDSOCK1', 'the smallest number'],
    ['Windsock', 0.9999, 'WINDSOCK999', 'the largest'],
    ['3 Counties (2026)', 0, 'COUNTIES1', 'letters only'],
    ['Aéro-Club Île', 0, 'AEROCLUB1', 'accents are dropped'],
    ['Łódź & Øst', 0, 'LODZOST1', 'letters that are no accented ones too'],
    ['Æroklub', 0, 'AEROKLUB1', 'some as two'],
    ['Straße Þór', 0, 'STRASSET1', 'before the first eight are counted'],
    ['ı Đurđa Œuvre', 0, 'IDURDAOE1', 'in small letters'],
    ['No', 0, 'NO1', 'two letters are enough'],
    ['Q', 0, 'QCLUB1', 'one is not'],
    ['747', 0, 'CLUB1', 'nor none'],
  ]
  test.each(table)('%s with %d is %s: %s', (name, random, code) => {
    expect(generateCode(name, () => random)).toBe(code)
  })

  property.prop([fc.string({ unit: 'grapheme' }), fraction])('is always a code', (name, random) => {
    const code = generateCode(name, () => random)
    expect(normaliseCode(code)).toBe(code)
    expect(code).toMatch(/^[A-Z]{2,8}[1-9]\d{0,2}$/)
  })
})
