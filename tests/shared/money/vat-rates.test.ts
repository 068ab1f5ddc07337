import { expect, test } from 'vitest'
import { type VatRates, vatRateAt } from '#shared/money/vat-rates.ts'

const RATES: VatRates = [
  { from: null, rate: 0.2 },
  { from: new Date('2027-03-31T23:00:00Z'), rate: 0.25 },
  { from: new Date('2028-01-01T00:00:00Z'), rate: 0.175 },
]

test.each([
  ['2000-01-01T00:00:00Z', 0.2],
  ['2027-03-31T22:59:59.999Z', 0.2],
  ['2027-03-31T23:00:00Z', 0.25],
  ['2027-12-31T23:59:59Z', 0.25],
  ['2028-01-01T00:00:00Z', 0.175],
])('at %s the rate is %d', (at, rate) => {
  expect(vatRateAt(RATES, new Date(at))).toBe(rate)
})
