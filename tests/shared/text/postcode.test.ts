import { describe, expect, it } from 'vitest'
import { isUkPostcode, standardPostcode } from '#shared/text/postcode.ts'

describe('isUkPostcode', () => {
  it.each(['ZZ9 9ZZ', 'zz99zz', 'W1A 1AA', 'm1 1ae', 'GIR 0AA'])('takes %s', (text) => {
    expect(isUkPostcode(text)).toBe(true)
  })
  it.each(['', 'ZZ9', 'ZZ9  9ZZ', '9ZZ ZZ9', 'Little Crosswind', '75001'])('refuses %j', (text) => {
    expect(isUkPostcode(text)).toBe(false)
  })
})

describe('standardPostcode', () => {
  it.each([
    ['zz99zz', 'ZZ9 9ZZ'],
    ['zz9 9zz', 'ZZ9 9ZZ'],
    [' w1a  1aa ', 'W1A 1AA'],
    ['M11AE', 'M1 1AE'],
  ])('writes %j as %s', (typed, standard) => {
    expect(standardPostcode(typed)).toBe(standard)
  })
  it.each(['Little Crosswind', '75001', 'D02 X285', '2 Taxiway Cottages'])('leaves %s as it is', (text) => {
    expect(standardPostcode(text)).toBe(text)
  })
})
