import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isVatNumber, vatNumberKey } from '#shared/text/vat-number.ts'

describe('isVatNumber', () => {
  test.each([
    // Published by their holders, Tesco and the BBC, and a sample that other validators share.
    'GB220430231',
    'GB 333 2894 54',
    'gb 980 7806 84',
    // 112 from the weights: 82 makes 194 = 2 × 97, and 27 makes 194 with 55.
    'GB123456782',
    'GB123456727',
    'GB 123 4567 82 001',
    'XI 123-4567-82',
  ])('takes %s', (text) => {
    expect(isVatNumber(text)).toBe(true)
  })

  test.each([
    'banana',
    'GB1',
    '000000000',
    'GB000000000',
    'GB123456789',
    'GB12345678',
    'GB1234567820',
    'GB 123 4567 82 0001',
    'GBGD001',
    'GBHA500',
    'IE6388047V',
    'FR12345678901',
    '１２３４５６７８２',
    '',
  ])('does not take %j', (text) => {
    expect(isVatNumber(text)).toBe(false)
  })

  const digits = fc.integer({ min: 1_000_000, max: 9_999_999 })

  property.prop([digits])('takes two pairs of check digits for any seven, one of each scheme', (first) => {
    const taken = Array.from({ length: 100 }, (_, check) => `${first}${String(check).padStart(2, '0')}`)
    const count = taken.filter(isVatNumber).length
    // A sum that is a multiple of 97 already goes with 00 and with 97.
    expect([2, 3]).toContain(count)
  })

  property.prop([digits, fc.nat(6), fc.integer({ min: 1, max: 9 })])(
    'sees one digit that was mistyped',
    (first, place, by) => {
      const right = Array.from({ length: 98 }, (_, check) => `${first}${String(check).padStart(2, '0')}`)
      const number = right.find(isVatNumber) ?? ''
      const key = [...number]
      key[place] = String((Number(key[place]) + by) % 10)
      const isOtherScheme = isVatNumber(key.join(''))
      // A wrong digit moves the sum by less than 97, so that only the other scheme can take it for its own.
      const weight = [8, 7, 6, 5, 4, 3, 2][place] ?? 0
      const moved = weight * (Number(key[place]) - Number(number[place]))
      if (isOtherScheme) expect([55, -55, 42, -42]).toContain(moved)
    },
  )
})

test('a number is compared without country, spaces and hyphens', () => {
  expect(vatNumberKey(' gb 123 4567-82 ')).toBe('123456782')
})
