import { describe, expect, it } from 'vitest'
import { dueReminder } from '#shared/calendar/reminders.ts'

const expiresAt = new Date('2027-02-21T10:00:00Z')
const bought = new Date('2026-11-21T10:00:00Z')
const due = (now: string, startsAt = bought) => dueReminder({ startsAt, expiresAt }, new Date(now))

describe('dueReminder', () => {
  it.each([
    ['2026-11-21T10:00:00Z', null],
    ['2027-01-22T09:59:59Z', null],
    ['2027-01-22T10:00:00Z', 30],
    ['2027-02-14T09:59:59Z', 30],
    ['2027-02-14T10:00:00Z', 7],
    ['2027-02-20T09:59:59Z', 7],
    ['2027-02-20T10:00:00Z', 1],
    ['2027-02-21T09:59:59Z', 1],
    ['2027-02-21T10:00:00Z', null],
  ])('at %s is %s', (now, days) => {
    expect(due(now)).toBe(days)
  })

  it('has no notice that is longer than the time itself', () => {
    const fiveDays = new Date('2027-02-16T10:00:00Z')
    expect(due('2027-02-16T10:00:00Z', fiveDays)).toBeNull()
    expect(due('2027-02-20T10:00:00Z', fiveDays)).toBe(1)
    expect(due('2027-02-20T12:00:00Z', new Date('2027-02-20T11:00:00Z'))).toBeNull()
  })
})
