import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  daysRemaining,
  type Entitlement,
  isOpen,
  openUntil,
} from '#server/features/entitlements/entitlement-term.ts'
import { instant } from '#tests/support/arbitraries.ts'

const now = new Date('2026-11-21T15:00:00Z')

function entitlement(videoId: number, expiry: string, revokedAt: string | null = null): Entitlement {
  return { videoId, expiresAt: new Date(expiry), revokedAt: revokedAt === null ? null : new Date(revokedAt) }
}

describe('isOpen', () => {
  const table: [expiry: string, revokedAt: string | null, open: boolean, why: string][] = [
    ['2026-11-21T15:00:00.001Z', null, true, 'a moment before the end'],
    ['2026-11-21T15:00:00.000Z', null, false, 'at the end'],
    ['2026-11-20T15:00:00.000Z', null, false, 'after it'],
    ['2027-02-21T15:00:00.000Z', '2026-11-21T14:00:00Z', false, 'revoked'],
    ['2027-02-21T15:00:00.000Z', '2026-11-21T15:00:00Z', false, 'revoked this moment'],
    ['2026-11-20T15:00:00.000Z', '2026-12-01T00:00:00Z', false, 'ended before it was revoked'],
  ]
  test.each(table)('until %s, revoked %s: %j, %s', (expiry, revokedAt, open) => {
    expect(isOpen(entitlement(1, expiry, revokedAt), now)).toBe(open)
  })

  test('not before it starts, and a row without start and revocation is judged by its end', () => {
    const expiresAt = new Date('2027-02-21T15:00:00Z')
    expect(isOpen({ startsAt: new Date('2026-11-21T15:00:00.001Z'), expiresAt }, now)).toBe(false)
    expect(isOpen({ startsAt: now, expiresAt }, now)).toBe(true)
    expect(isOpen({ expiresAt }, now)).toBe(true)
  })

  property.prop([instant, instant, fc.option(instant)])('what is closed stays closed', (a, b, revokedAt) => {
    const [sooner, later] = a < b ? [a, b] : [b, a]
    const given = { expiresAt: new Date('2030-01-01T00:00:00Z'), revokedAt }
    expect(isOpen(given, sooner) || !isOpen(given, later)).toBe(true)
  })
})

describe('what a student owns', () => {
  test('open videos, each once, with the later end of two', () => {
    const entitlements = [
      entitlement(3, '2027-01-01T00:00:00Z'),
      entitlement(1, '2027-02-01T00:00:00Z'),
      entitlement(1, '2027-03-01T00:00:00Z'),
      entitlement(1, '2026-12-01T00:00:00Z'),
      entitlement(2, '2026-11-01T00:00:00Z'),
      entitlement(4, '2027-03-01T00:00:00Z', '2026-11-01T00:00:00Z'),
    ]
    expect([...openUntil(entitlements, now).keys()].toSorted()).toEqual([1, 3])
    expect(openUntil(entitlements, now).get(1)).toEqual(new Date('2027-03-01T00:00:00Z'))
    expect(openUntil(entitlements, now).get(2)).toBeUndefined()
  })
})

describe('daysRemaining', () => {
  const table: [expiries: string[], days: number, why: string][] = [
    [[], 0, 'nothing owned'],
    [['2026-11-01T00:00:00Z'], 0, 'nothing open'],
    [['2026-11-21T15:00:01Z'], 1, 'the last second is a day'],
    [['2026-11-22T15:00:00Z'], 1, 'a day exactly'],
    [['2026-11-22T15:00:01Z'], 2, 'a day and a second'],
    [['2027-02-21T15:00:00Z'], 92, 'three months from now'],
    [
      ['2027-11-21T15:00:00Z', '2027-01-03T15:00:00Z', '2026-11-01T00:00:00Z'],
      43,
      'the next to close counts',
    ],
  ]
  test.each(table)('%j: %d, %s', (expiries, days) => {
    const entitlements = expiries.map((expiry, index) => entitlement(index + 1, expiry))
    expect(daysRemaining(entitlements, now)).toBe(days)
  })

  test('a video bought again before it closed counts until it really closes', () => {
    const entitlements = [entitlement(1, '2026-11-23T15:00:00Z'), entitlement(1, '2026-12-21T15:00:00Z')]
    expect(daysRemaining(entitlements, now)).toBe(30)
  })

  property.prop([fc.array(instant, { maxLength: 5 }), instant])(
    'is 0 exactly when nothing is open',
    (ends, at) => {
      const entitlements = ends.map((end, index) => ({ videoId: index, expiresAt: end, revokedAt: null }))
      expect(daysRemaining(entitlements, at) === 0).toBe(openUntil(entitlements, at).size === 0)
    },
  )
})
