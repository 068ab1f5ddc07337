import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import {
  fullDayMinutes,
  planDays,
  shortestDayMinutes,
  type VideoToPlan,
} from '#server/features/playback/plan-days.ts'
import { addDaysTo, daysBetween } from '#shared/calendar/iso-day.ts'

const TODAY = '2027-03-27'

const video = fc.record({
  minutesLeft: fc.integer({ min: 1, max: 120 }),
  inDays: fc.integer({ min: 0, max: 120 }),
})
const videos = fc.array(video, { maxLength: 9 }).map((rows) =>
  rows.map(({ minutesLeft, inDays }, index): VideoToPlan => {
    return { videoId: index + 1, minutesLeft, lastDay: addDaysTo(TODAY, inDays) }
  }),
)

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

/** Whether so many minutes a day are enough, by counting: what is due by each day fits in the days until it. */
function isEnough(minutesADay: number, toWatch: readonly VideoToPlan[]): boolean {
  return toWatch.every(({ lastDay }) => {
    const due = sum(toWatch.filter((other) => other.lastDay <= lastDay).map(({ minutesLeft }) => minutesLeft))
    return due <= minutesADay * (daysBetween(TODAY, lastDay) + 1)
  })
}

describe('a plan', () => {
  property.prop([videos])('has no day over-full and nothing after its last day', (toWatch) => {
    const { days, minutesADay } = planDays(toWatch, TODAY)
    expect(minutesADay).toBeLessThanOrEqual(fullDayMinutes)
    for (const { day, parts } of days) {
      expect(sum(parts.map(({ minutes }) => minutes))).toBeLessThanOrEqual(minutesADay)
      for (const { videoId } of parts) {
        const lastDay = toWatch.find((one) => one.videoId === videoId)?.lastDay ?? ''
        expect(TODAY <= day && day <= lastDay).toBe(true)
      }
    }
    expect(days.map(({ day }) => day)).toEqual(days.map((_, index) => addDaysTo(TODAY, index)))
  })

  property.prop([videos])('lays out every minute, or says which ones it cannot', (toWatch) => {
    const { days, over } = planDays(toWatch, TODAY)
    for (const { videoId, minutesLeft } of toWatch) {
      const laid = days.flatMap(({ parts }) => parts.filter((part) => part.videoId === videoId))
      expect(sum(laid.map(({ minutes }) => minutes)) + (over.get(videoId) ?? 0)).toBe(minutesLeft)
    }
    if (isEnough(fullDayMinutes, toWatch)) expect(over.size).toBe(0)
    else expect(over.size).toBeGreaterThan(0)
  })

  property.prop([videos, fc.nat({ max: 8 })])(
    'begins today with the one that was left last',
    (toWatch, at) => {
      const left = toWatch[at]
      const planned = planDays(toWatch, TODAY, left?.videoId)
      const plain = planDays(toWatch, TODAY)
      if (plain.over.size > 0 || !left) {
        expect(planned).toEqual(plain)
        return
      }
      const shown = planned.days[0]?.parts[0]?.videoId
      if (plain.minutesADay + shortestDayMinutes <= fullDayMinutes) expect(shown).toBe(left.videoId)
      expect(planned.over.size).toBe(0)
      for (const { videoId, minutesLeft } of toWatch) {
        const laid = planned.days.flatMap(({ parts }) => parts.filter((part) => part.videoId === videoId))
        expect(sum(laid.map(({ minutes }) => minutes))).toBe(minutesLeft)
      }
    },
  )

  property.prop([videos])('asks for as little a day as is enough', (toWatch) => {
    const { minutesADay } = planDays(toWatch, TODAY)
    if (minutesADay < fullDayMinutes) expect(isEnough(minutesADay, toWatch)).toBe(true)
    if (minutesADay > shortestDayMinutes) expect(isEnough(minutesADay - 1, toWatch)).toBe(false)
  })

  it('begins with what has to be watched first, across the change to summer time', () => {
    const toWatch = [
      { videoId: 1, minutesLeft: 40, lastDay: '2027-04-30' },
      { videoId: 2, minutesLeft: 60, lastDay: '2027-03-29' },
    ]
    expect(planDays(toWatch, '2027-03-27')).toEqual({
      minutesADay: 20,
      days: [
        { day: '2027-03-27', parts: [{ videoId: 2, minutes: 20 }] },
        { day: '2027-03-28', parts: [{ videoId: 2, minutes: 20 }] },
        { day: '2027-03-29', parts: [{ videoId: 2, minutes: 20 }] },
        { day: '2027-03-30', parts: [{ videoId: 1, minutes: 20 }] },
        { day: '2027-03-31', parts: [{ videoId: 1, minutes: 20 }] },
      ],
      over: new Map(),
    })
  })
})
