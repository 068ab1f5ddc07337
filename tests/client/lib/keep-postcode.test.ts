import { expect, it } from 'vitest'
import { keepPostcode } from '#client/lib/format.ts'

it.each([
  ['1 Example Street, Little Crosswind, ZZ9 9ZZ', '1 Example Street, Little Crosswind, ZZ9\u00a09ZZ'],
  ['Hangar 3, SW1A 1AA, United Kingdom', 'Hangar 3, SW1A\u00a01AA, United Kingdom'],
  ['Unit B2 4 Field Lane', 'Unit B2 4 Field Lane'],
])('holds the postcode of %s together', (address, kept) => {
  expect(keepPostcode(address)).toBe(kept)
})
