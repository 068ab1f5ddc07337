import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  compareQuarters,
  displayQuarterLabel,
  isClosed,
  labelOf,
  nextQuarter,
  parseQuarter,
  previousQuarter,
  type Quarter,
  quarterOf,
  rangeOf,
  titleOf,
} from '#shared/calendar/quarter.ts'
import { instant } from '#tests/support/arbitraries.ts'

const anyQuarter = fc.record({
  year: fc.integer({ min: 2000, max: 2999 }),
  quarter: fc.constantFrom<Quarter['quarter']>(1, 2, 3, 4),
})

describe('quarterOf', () => {
  const table: [instant: string, label: string, why: string][] = [
    ['2026-11-21T15:00:00Z', '2026-Q4', 'today'],
    ['2026-01-01T00:00:00Z', '2026-Q1', 'the first moment of a year'],
    ['2025-12-31T23:59:59Z', '2025-Q4', 'the last one'],
    ['2026-03-31T22:59:59Z', '2026-Q1', 'the last second of March in summer time'],
    ['2026-03-31T23:00:00Z', '2026-Q2', 'midnight of 1 April in London'],
    ['2026-06-30T23:00:00Z', '2026-Q3', 'midnight of 1 July in London'],
    ['2026-09-30T22:59:59Z', '2026-Q3', 'a second before midnight of 1 October'],
    ['2026-09-30T23:00:00Z', '2026-Q4', 'midnight of 1 October, still summer time'],
  ]
  test.each(table)('%s lies in %s: %s', (date, label) => {
    expect(labelOf(quarterOf(new Date(date)))).toBe(label)
  })
})

describe('rangeOf', () => {
  const table: [label: string, start: string, end: string][] = [
    ['2026-Q1', '2026-01-01T00:00:00.000Z', '2026-03-31T23:00:00.000Z'],
    ['2026-Q2', '2026-03-31T23:00:00.000Z', '2026-06-30T23:00:00.000Z'],
    ['2026-Q3', '2026-06-30T23:00:00.000Z', '2026-09-30T23:00:00.000Z'],
    ['2026-Q4', '2026-09-30T23:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ]
  test.each(table)('%s runs from %s to %s', (label, start, end) => {
    const quarter = parseQuarter(label)
    expect(quarter && rangeOf(quarter)).toEqual({ start: new Date(start), end: new Date(end) })
  })

  property.prop([instant])('holds every instant of its quarter', (date) => {
    const { start, end } = rangeOf(quarterOf(date))
    expect(start <= date && date < end).toBe(true)
  })

  property.prop([anyQuarter])('begins in its quarter and ends where the next begins', (quarter) => {
    const { start, end } = rangeOf(quarter)
    expect(quarterOf(start)).toEqual(quarter)
    expect(quarterOf(new Date(end.getTime() - 1))).toEqual(quarter)
    expect(rangeOf(nextQuarter(quarter)).start).toEqual(end)
  })
})

describe('labels', () => {
  test('for records and for people', () => {
    expect(labelOf({ year: 2026, quarter: 4 })).toBe('2026-Q4')
    expect(titleOf({ year: 2026, quarter: 4 })).toBe('Q4 2026')
  })

  const refused = [
    '',
    'Q3',
    '2026',
    '2026-Q0',
    '2026-Q5',
    '2026-q3',
    '2026Q3',
    '26-Q3',
    ' 2026-Q3',
    '2026-Q3\n',
    '2026-Q33',
    '1999-Q4',
    '9999-Q1',
  ]
  test.each(refused)('"%s" is no quarter', (label) => {
    expect(parseQuarter(label)).toBeNull()
  })

  test.each([
    ['Q3', '2024-Q3'],
    ['2025-Q4', '2025-Q4'],
  ])('%s is shown as %s', (label, shown) => {
    expect(displayQuarterLabel(label)).toBe(shown)
  })

  property.prop([anyQuarter])('are read back as they were written', (quarter) => {
    expect(parseQuarter(labelOf(quarter))).toEqual(quarter)
    expect(displayQuarterLabel(labelOf(quarter))).toBe(labelOf(quarter))
  })

  property.prop([fc.string()])('any other text is refused, never misread', (text) => {
    const quarter = parseQuarter(text)
    expect(quarter === null || labelOf(quarter) === text).toBe(true)
  })
})

describe('the order of quarters', () => {
  test('newest first, as lists have them', () => {
    const labels = ['2025-Q4', '2026-Q2', '2024-Q3', '2026-Q1']
    const quarters = labels.flatMap((label) => parseQuarter(label) ?? [])
    const newestFirst = quarters.toSorted((a, b) => compareQuarters(b, a)).map(labelOf)
    expect(newestFirst).toEqual(['2026-Q2', '2026-Q1', '2025-Q4', '2024-Q3'])
  })

  test('over the turn of the year', () => {
    expect(previousQuarter({ year: 2026, quarter: 1 })).toEqual({ year: 2025, quarter: 4 })
    expect(nextQuarter({ year: 2025, quarter: 4 })).toEqual({ year: 2026, quarter: 1 })
  })

  property.prop([anyQuarter])('the one before comes before, and back is where one was', (quarter) => {
    expect(compareQuarters(previousQuarter(quarter), quarter)).toBeLessThan(0)
    expect(nextQuarter(previousQuarter(quarter))).toEqual(quarter)
    expect(compareQuarters(quarter, { ...quarter })).toBe(0)
  })

  property.prop([anyQuarter, anyQuarter])('is the order of time', (a, b) => {
    const byTime = rangeOf(a).start.getTime() - rangeOf(b).start.getTime()
    expect(Math.sign(compareQuarters(a, b))).toBe(Math.sign(byTime))
  })
})

describe('isClosed', () => {
  test.each([
    ['2026-09-30T22:59:59.999Z', false],
    ['2026-09-30T23:00:00.000Z', true],
  ])('at %s the third quarter is closed: %j', (now, expected) => {
    expect(isClosed({ year: 2026, quarter: 3 }, new Date(now))).toBe(expected)
  })

  property.prop([instant])('the current quarter is open, the one before is closed', (now) => {
    expect(isClosed(quarterOf(now), now)).toBe(false)
    expect(isClosed(previousQuarter(quarterOf(now)), now)).toBe(true)
  })
})
