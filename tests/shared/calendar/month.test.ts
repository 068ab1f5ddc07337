import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { lastMonths, shortMonth } from '#shared/calendar/month.ts'
import { instant } from '#tests/support/arbitraries.ts'

describe('lastMonths', () => {
  test('ends with the running month of London, also across the year', () => {
    const labels = (now: string) => lastMonths(new Date(now), 6).map(({ label }) => label)
    expect(labels('2026-11-21T10:00:00Z')).toEqual([
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
      '2026-11',
    ])
    expect(labels('2027-01-31T23:59:59Z').at(0)).toBe('2026-08')
    // Summer time: half an hour before midnight in UTC is the next month in London.
    expect(labels('2026-06-30T23:30:00Z').at(-1)).toBe('2026-07')
  })

  property.prop([instant, fc.integer({ min: 1, max: 30 })])(
    'are whole months that follow one another',
    (now, count) => {
      const months = lastMonths(now, count)
      expect(months).toHaveLength(count)
      for (const [index, month] of months.entries()) {
        expect(months[index + 1]?.start ?? month.end).toEqual(month.end)
      }
      const last = months.at(-1)
      expect(last && last.start <= now && now < last.end).toBe(true)
    },
  )
})

test.each([
  ['2026-11', 'Nov 2026'],
  ['2026-13', '2026-13'],
  ['Q4', 'Q4'],
])('shortMonth of %s is %s', (label, words) => {
  expect(shortMonth(label)).toBe(words)
})
