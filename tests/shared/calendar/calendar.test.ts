import { fc, test as property } from '@fast-check/vitest'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addCalendarMonths,
  formatLondonDate,
  formatLondonDateTime,
  lastMomentOfLondonDate,
  lastMomentOfLondonDay,
  londonDay,
  londonMidnight,
  noonOfLondonDate,
  toIsoLondonDate,
} from '#shared/calendar/calendar.ts'
import { instant } from '#tests/support/arbitraries.ts'
import { size } from '#tests/support/size.ts'

vi.setConfig({ testTimeout: size(60_000, 300_000) })

/** The platform's own idea of London time, to check ours against. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** "28/02/2027, 22:30:00" as numbers: the day, and the second within it. */
function onTheWall(date: Date) {
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = clock
    .format(date)
    .split(/\D+/)
    .map(Number)
  return { year, month, day, second: hour * 3_600 + minute * 60 + second }
}

/** The hour at 15:02 UTC on 21 November 2026: shows that the machine's zone was really changed. */
function hourIn(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  return Number(format.format(new Date('2026-11-21T15:02:00Z')))
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('lastMomentOfLondonDate', () => {
  test.each([
    ['2027-01-31', '2027-01-31T23:59:59.999Z'],
    ['2027-06-30', '2027-06-30T22:59:59.999Z'],
    ['2027-10-31', '2027-10-31T23:59:59.999Z'],
  ])('%s ends at %s', (day, end) => {
    expect(lastMomentOfLondonDate(day)).toEqual(new Date(end))
  })

  test.each(['2027-02-30', '2027-13-01', '31/01/2027', '2027-1-1', ''])('%s is no day', (text) => {
    expect(lastMomentOfLondonDate(text)).toBeNull()
  })
})

describe('noonOfLondonDate', () => {
  test.each([
    ['2027-01-31', '2027-01-31T12:00:00.000Z'],
    ['2027-03-28', '2027-03-28T11:00:00.000Z'],
    ['2027-10-31', '2027-10-31T12:00:00.000Z'],
  ])('of %s is %s', (day, noon) => {
    expect(noonOfLondonDate(day)).toEqual(new Date(noon))
  })

  test('of what is no day is none', () => {
    expect(noonOfLondonDate('2027-02-30')).toBeNull()
  })
})

describe('addCalendarMonths', () => {
  const table: [from: string, months: number, to: string, why: string][] = [
    ['2026-11-21T15:02:00.000Z', 3, '2027-02-21T15:02:00.000Z', 'an ordinary purchase'],
    ['2026-11-21T15:02:00.000Z', 12, '2027-11-21T15:02:00.000Z', 'a bundle'],
    [
      '2027-01-31T10:00:00.000Z',
      3,
      '2027-04-30T09:00:00.000Z',
      '31 January becomes 30 April, in summer time',
    ],
    ['2026-11-30T12:00:00.000Z', 3, '2027-02-28T12:00:00.000Z', 'the end of February'],
    ['2027-11-30T12:00:00.000Z', 3, '2028-02-29T12:00:00.000Z', 'the end of February in a leap year'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z', 'a leap day'],
    ['2026-09-30T09:00:00.000Z', 3, '2026-12-30T10:00:00.000Z', '10 o’clock stays 10 o’clock in winter'],
    ['2026-12-31T23:59:59.999Z', 3, '2027-03-31T22:59:59.999Z', 'the last moment of a day stays it'],
    ['2026-06-30T23:30:00.000Z', 3, '2026-09-30T23:30:00.000Z', 'half past midnight of 1 July in London'],
    ['2026-12-28T01:30:00.000Z', 3, '2027-03-28T01:30:00.000Z', '1.30 is left out on 28 March: 2.30'],
    ['2026-07-25T00:30:00.000Z', 3, '2026-10-25T01:30:00.000Z', '1.30 comes twice on 25 October: the later'],
    ['2026-11-21T15:02:00.000Z', 0, '2026-11-21T15:02:00.000Z', 'no months'],
  ]
  test.each(table)('%s and %d months is %s: %s', (from, months, to) => {
    expect(addCalendarMonths(new Date(from), months).toISOString()).toBe(to)
  })

  test.each(['UTC', 'Europe/London', 'America/New_York', 'Pacific/Apia', 'Asia/Kolkata'])(
    'is the same on a machine in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(new Date('2026-11-21T15:02:00Z').getHours()).toBe(hourIn(zone))
      for (const [from, months, to] of table) {
        expect(addCalendarMonths(new Date(from), months).toISOString()).toBe(to)
      }
    },
  )

  test('gives a plain date, and leaves the one it was given', () => {
    const given = new Date('2026-11-21T15:02:00.000Z')
    const later = addCalendarMonths(given, 3)
    expect(Object.getPrototypeOf(later)).toBe(Date.prototype)
    expect(given.toISOString()).toBe('2026-11-21T15:02:00.000Z')
  })

  const numRuns = size(300, 5_000)
  const months = fc.integer({ min: 0, max: 36 })

  property.prop([instant, months], { numRuns })(
    'keeps day and time, or takes the last day',
    (from, count) => {
      const start = onTheWall(from)
      const end = onTheWall(addCalendarMonths(from, count))
      const month = start.month - 1 + count
      const daysInMonth = new Date(Date.UTC(start.year, month + 1, 0)).getUTCDate()
      expect(end).toMatchObject({
        year: start.year + Math.floor(month / 12),
        month: (month % 12) + 1,
        day: Math.min(start.day, daysInMonth),
      })
      // The hour that summer time leaves out is the one exception.
      expect([0, 3_600]).toContain(end.second - start.second)
    },
  )

  property.prop([instant, months], { numRuns })('more months end later', (from, count) => {
    const sooner = addCalendarMonths(from, count)
    expect(addCalendarMonths(from, count + 1).getTime()).toBeGreaterThan(sooner.getTime())
  })

  property.prop([instant, fc.integer({ min: 1, max: 400 }), months], { numRuns })(
    'a later day never ends on an earlier one',
    (from, days, count) => {
      const later = new Date(from.getTime() + days * 86_400_000)
      const ends = [from, later].map((date) => toIsoLondonDate(addCalendarMonths(date, count)))
      expect(ends).toEqual(ends.toSorted())
    },
  )
})

function startOf(date: Date): Date {
  const { year, month, day } = londonDay(date)
  return londonMidnight(year, month, day)
}

function endOf(date: Date): Date {
  return new Date(lastMomentOfLondonDay(date, 0).getTime() + 1)
}

describe('London days', () => {
  const table: [instant: string, start: string, end: string, why: string][] = [
    ['2026-11-21T15:00:00Z', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z', 'winter'],
    ['2026-07-01T15:00:00Z', '2026-06-30T23:00:00.000Z', '2026-07-01T23:00:00.000Z', 'summer'],
    ['2026-06-30T23:30:00Z', '2026-06-30T23:00:00.000Z', '2026-07-01T23:00:00.000Z', 'already 1 July'],
    ['2026-03-29T12:00:00Z', '2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z', 'a day of 23 hours'],
    ['2026-10-25T12:00:00Z', '2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z', 'a day of 25 hours'],
  ]
  test.each(table)('%s lies between %s and %s: %s', (date, start, end) => {
    expect(startOf(new Date(date)).toISOString()).toBe(start)
    expect(endOf(new Date(date)).toISOString()).toBe(end)
  })

  test('midnight of a day, months running on into the next year', () => {
    expect(londonMidnight(2026, 7, 1).toISOString()).toBe('2026-06-30T23:00:00.000Z')
    expect(londonMidnight(2026, 13, 1).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  })

  property.prop([instant])('every instant lies in its day, which begins where it says', (date) => {
    const start = startOf(date)
    const end = endOf(date)
    expect(start <= date && date < end).toBe(true)
    expect(startOf(end)).toEqual(end)
    expect(onTheWall(start)).toMatchObject({ ...londonDay(date), second: 0 })
  })
})

describe('dates for people and files', () => {
  const table: [instant: string, long: string, withTime: string, iso: string][] = [
    ['2027-01-03T14:05:00Z', '3 January 2027', '3 January 2027, 14:05', '2027-01-03'],
    ['2026-09-08T23:30:00Z', '9 September 2026', '9 September 2026, 00:30', '2026-09-09'],
    ['2026-12-31T23:59:59Z', '31 December 2026', '31 December 2026, 23:59', '2026-12-31'],
  ]
  test.each(table)('%s', (date, long, withTime, iso) => {
    expect(formatLondonDate(new Date(date))).toBe(long)
    expect(formatLondonDateTime(new Date(date))).toBe(withTime)
    expect(toIsoLondonDate(new Date(date))).toBe(iso)
  })

  property.prop([instant])('agree with the platform', (date) => {
    const { year, month, day } = onTheWall(date)
    expect(londonDay(date)).toEqual({ year, month, day })
  })
})

describe('the last moment of a London day so many days later', () => {
  test.each([
    [
      '2026-10-19T23:30:00.000Z',
      14,
      '2026-11-03T23:59:59.999Z',
      'summer time ends: the days count, not the hours',
    ],
    ['2026-10-20T22:59:59.999Z', 14, '2026-11-03T23:59:59.999Z', 'the same day, a moment before it ends'],
    ['2026-03-20T00:30:00.000Z', 14, '2026-04-03T22:59:59.999Z', 'summer time begins'],
    ['2026-11-21T10:00:00.000Z', 0, '2026-11-21T23:59:59.999Z', 'the day itself'],
  ])('%s and %d days is %s: %s', (from, days, to) => {
    expect(lastMomentOfLondonDay(new Date(from), days).toISOString()).toBe(to)
  })
})
