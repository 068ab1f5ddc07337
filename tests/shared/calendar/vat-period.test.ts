import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import {
  parseVatPeriod,
  STAGGERS,
  vatPeriodOf,
  vatPeriodsBetween,
  vatPeriodTitle,
} from '#shared/calendar/vat-period.ts'

const anyInstant = fc.date({
  min: new Date('2011-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('a VAT period', () => {
  it.each([
    [0, '2026-11-21T10:00:00Z', '2026-11'],
    [1, '2026-11-21T10:00:00Z', '2026-10_2026-12'],
    [2, '2026-11-21T10:00:00Z', '2026-11_2027-01'],
    [3, '2026-11-21T10:00:00Z', '2026-09_2026-11'],
    [3, '2026-12-01T00:00:00Z', '2026-12_2027-02'],
    [2, '2027-01-31T23:59:59.999Z', '2026-11_2027-01'],
    [2, '2027-02-01T00:00:00Z', '2027-02_2027-04'],
    // Summer time: midnight in London is 23:00 UTC.
    [1, '2026-06-30T22:59:59.999Z', '2026-04_2026-06'],
    [1, '2026-06-30T23:00:00Z', '2026-07_2026-09'],
    [0, '2026-08-31T23:00:00Z', '2026-09'],
  ] as const)('of stagger %i at %s is %s', (stagger, at, label) => {
    expect(vatPeriodOf(new Date(at), stagger).label).toBe(label)
  })

  it.each([
    ['2026-11', 'November 2026'],
    ['2026-10_2026-12', 'October to December 2026'],
    ['2026-12_2027-02', 'December 2026 to February 2027'],
  ])('%s is called %s', (label, title) => {
    expect(vatPeriodTitle(label)).toBe(title)
  })

  it.each([
    '',
    '2026',
    '2026-13',
    '2026-00',
    '2026-10_2026-11',
    '2026-12_2026-10',
    '2026-10_2027-12',
    'x-01',
    '2026-11_2027-13',
  ])('%j names none', (label) => {
    expect(parseVatPeriod(label)).toBeNull()
  })

  test.prop([anyInstant, fc.constantFrom(...STAGGERS)])(
    'contains its instant, and its label names it',
    (at, stagger) => {
      const period = vatPeriodOf(at, stagger)
      expect(period.start <= at && at < period.end).toBe(true)
      expect(parseVatPeriod(period.label)).toEqual(period)
    },
  )

  test.prop([anyInstant, fc.nat({ max: 2_000 }), fc.constantFrom(...STAGGERS)])(
    'follows the one before without a gap',
    (first, days, stagger) => {
      const last = new Date(first.getTime() + days * 86_400_000)
      const periods = vatPeriodsBetween(first, last, stagger).toReversed()
      expect(periods[0]?.label).toBe(vatPeriodOf(first, stagger).label)
      expect(periods.at(-1)?.label).toBe(vatPeriodOf(last, stagger).label)
      for (const [index, period] of periods.slice(1).entries())
        expect(period.start).toEqual(periods[index]?.end)
    },
  )
})
