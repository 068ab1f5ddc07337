import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  type BoughtTerm,
  type Entitlement,
  findRenewals,
  nextTerm,
  openUntil,
} from '#server/features/entitlements/entitlement-term.ts'
import { addCalendarMonths, toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { addDays, addMilliseconds } from '#shared/calendar/durations.ts'
import { renewableFrom } from '#shared/catalog/term-end.ts'
import { instant } from '#tests/support/arbitraries.ts'

type Bought = Entitlement & BoughtTerm

const at = (text: string) => new Date(text)
const months = fc.integer({ min: 1, max: 24 })

/** The terms of a video that was bought once and then renewed, each time at the last moment that is a renewal. */
function bought(firstAt: Date, terms: readonly number[]): Bought[] {
  const rows: Bought[] = []
  for (const length of terms) {
    const boughtAt = addMilliseconds(rows.at(-1)?.expiresAt ?? addMilliseconds(firstAt, 1), -1)
    rows.push({ videoId: 1, ...nextTerm(rows, { videoId: 1, boughtAt, months: length }) })
  }
  return rows
}

describe('the term of a renewal', () => {
  const table: [first: string, ends: string[], why: string][] = [
    [
      '2027-01-31T15:00:00Z',
      ['2027-04-30', '2027-07-31', '2027-10-31', '2028-01-31'],
      'a month’s end is not lost',
    ],
    ['2026-11-30T15:00:00Z', ['2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'], 'nor by February'],
    ['2027-11-29T15:00:00Z', ['2028-02-29', '2028-05-29', '2028-08-29', '2028-11-29'], 'of a leap year'],
  ]
  test.each(table)('from %s ends on %j: %s', (first, ends) => {
    expect(bought(at(first), [3, 3, 3, 3]).map(({ expiresAt }) => toIsoLondonDate(expiresAt))).toEqual(ends)
  })

  test('keeps London’s wall time over both changes of the clocks', () => {
    const rows = bought(at('2026-12-28T01:30:00Z'), [3, 3, 3])
    // 01:30 on 28 March 2027 does not exist.
    expect(rows.map(({ expiresAt }) => expiresAt.toISOString())).toEqual([
      '2027-03-28T01:30:00.000Z',
      '2027-06-28T00:30:00.000Z',
      '2027-09-28T00:30:00.000Z',
    ])
  })

  property.prop([instant, fc.array(months, { minLength: 1, maxLength: 6 })])(
    'follows the one before without a gap, and all end when one term as long would have',
    (firstAt, terms) => {
      const rows = bought(firstAt, terms)
      for (const [index, { startsAt }] of rows.entries()) {
        expect(startsAt).toEqual(index === 0 ? firstAt : rows[index - 1]?.expiresAt)
      }
      const whole = terms.reduce((sum, length) => sum + length, 0)
      expect(rows.at(-1)?.expiresAt).toEqual(addCalendarMonths(firstAt, whole))
      expect(openUntil(rows, firstAt).get(1)).toEqual(rows.at(-1)?.expiresAt)
    },
  )

  property.prop([instant, months, fc.integer({ min: 0, max: 20 * 24 * 3_600 })])(
    'begins at the end from the fourteenth day before it on, and else at the purchase',
    (firstAt, length, secondsBefore) => {
      const rows = bought(firstAt, [3])
      const end = rows[0]?.expiresAt ?? firstAt
      const boughtAt = addMilliseconds(end, -1_000 * secondsBefore)
      const { startsAt, expiresAt } = nextTerm(rows, { videoId: 1, boughtAt, months: length })
      const isRenewal = secondsBefore > 0 && boughtAt >= renewableFrom(end)
      expect(startsAt).toEqual(isRenewal ? end : boughtAt)
      expect(expiresAt > startsAt).toBe(true)
    },
  )

  test('counts from an end that an admin chose', () => {
    const granted = {
      videoId: 1,
      startsAt: at('2026-11-21T10:00:00Z'),
      expiresAt: at('2027-01-31T23:59:59.999Z'),
    }
    const term = nextTerm([granted], { videoId: 1, boughtAt: at('2027-01-20T10:00:00Z'), months: 3 })
    expect(term).toEqual({ startsAt: granted.expiresAt, expiresAt: at('2027-04-30T22:59:59.999Z') })
  })

  test('has nothing to do with another video', () => {
    const rows = bought(at('2026-11-21T10:00:00Z'), [3])
    const boughtAt = at('2027-02-20T10:00:00Z')
    expect(nextTerm(rows, { videoId: 2, boughtAt, months: 3 }).startsAt).toEqual(boughtAt)
  })
})

describe('what can be renewed', () => {
  const rows = bought(at('2026-11-21T10:00:00Z'), [3])

  test('is open, and ends within fourteen days of London', () => {
    expect(renewableFrom(at('2027-02-21T10:00:00Z'))).toEqual(at('2027-02-07T00:00:00Z'))
    expect(renewableFrom(at('2027-04-05T09:00:00Z'))).toEqual(at('2027-03-22T00:00:00Z'))
    expect([...findRenewals(rows, at('2027-02-06T23:59:59.999Z'))]).toEqual([])
    expect([...findRenewals(rows, at('2027-02-07T00:00:00Z'))]).toEqual([[1, at('2027-02-21T10:00:00Z')]])
    expect([...findRenewals(rows, at('2027-02-21T10:00:00Z'))]).toEqual([])
  })

  test('is not what was renewed already', () => {
    const renewed = bought(at('2026-11-21T10:00:00Z'), [3, 3])
    expect([...findRenewals(renewed, at('2027-02-20T10:00:00Z'))]).toEqual([])
    expect([...findRenewals(renewed, at('2027-05-20T10:00:00Z'))]).toEqual([[1, at('2027-05-21T09:00:00Z')]])
  })

  test('is neither what was given back nor what waits for a later day', () => {
    const [first, second] = bought(at('2026-11-21T10:00:00Z'), [3, 3])
    if (!first || !second) throw new Error('Two terms were bought')
    const now = at('2027-02-20T10:00:00Z')
    const revoked = { ...first, revokedAt: addDays(now, -1) }
    expect([...openUntil([revoked, second], now)]).toEqual([])
    expect([...findRenewals([revoked, second], now)]).toEqual([])
    const undone = { ...second, revokedAt: addDays(now, -1) }
    expect([...findRenewals([first, undone], now)]).toEqual([[1, first.expiresAt]])
  })
})
