import { z } from 'zod'
import { rangeOfLondonDates } from '#shared/calendar/calendar.ts'

const badPeriod = 'Please give the first and the last day of the period.'
const day = z.string(badPeriod).max(10, badPeriod)

/** London days as date fields have them, "2026-11-21"; both are in the period. */
export const periodDays = { from: day, to: day }

/** Adds the instants of a period, or refuses days that are none. */
export function withRange<Days extends { from: string; to: string }>(
  { ...days }: Days,
  context: z.RefinementCtx,
) {
  const range = rangeOfLondonDates(days.from, days.to)
  if (range) return { ...days, range }
  context.addIssue({ code: 'custom', message: badPeriod, path: ['to'] })
  return z.NEVER
}

export const periodInput = z.object(periodDays).transform(withRange)
