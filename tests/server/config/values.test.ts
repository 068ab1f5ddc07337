import { expect, it } from 'vitest'
import { vatRates } from '#server/config/values.ts'

it('VAT rates begin at midnight in London', () => {
  expect(vatRates.parse(' 0.175 ')).toEqual([{ from: null, rate: 0.175 }])
  expect(vatRates.parse('0.2, 0.25 from 2027-04-01 ,0 from 2028-01-01')).toEqual([
    { from: null, rate: 0.2 },
    { from: new Date('2027-03-31T23:00:00Z'), rate: 0.25 },
    { from: new Date('2028-01-01T00:00:00Z'), rate: 0 },
  ])
})

it.each([
  '20',
  '0.2 from 2027-04-01',
  '0.2,0.25',
  '0.2, 0.25 from 2027-02-30',
  '0.2, 0.25 from 01/04/2027',
  '0.2, 0.25 from 2027-04-01, 0.3 from 2027-04-01',
  '0.2, 20 from 2027-04-01',
  '0.2,',
])('%j is no list of VAT rates', (text) => expect(vatRates.safeParse(text).success).toBe(false))
