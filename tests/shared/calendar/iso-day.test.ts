import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { addDaysTo, daysBetween, endOfMonth, isIsoDay } from '#shared/calendar/iso-day.ts'

test.each([
  ['2027-03-28', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['0202-01-01', false],
  ['2027-1-1', false],
  ['', false],
])('%j is a day: %s', (text, is) => {
  expect(isIsoDay(text)).toBe(is)
})

test.each([
  ['2026-05-10', 18, '2027-11-30'],
  ['2026-05-31', 18, '2027-11-30'],
  ['2026-08-01', 18, '2028-02-29'],
  ['2026-12-31', 0, '2026-12-31'],
])(
  '18 months from the end of the month of a first attempt: %s and %i months end on %s',
  (day, months, end) => {
    expect(endOfMonth(day, months)).toBe(end)
  },
)

const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDaysTo('2020-01-01', days))
property.prop([day, fc.integer({ min: -400, max: 400 })])(
  'days that are added are days between, whatever the clocks do',
  (from, days) => {
    expect(daysBetween(from, addDaysTo(from, days))).toBe(days)
  },
)
