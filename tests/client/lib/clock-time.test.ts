import { expect, test } from 'vitest'
import { clockTime, spokenTime } from '#client/lib/clock-time.ts'

test.each([
  [0, '0:00', '0 seconds'],
  [9.9, '0:09', '9 seconds'],
  [61, '1:01', '1 minute 1 second'],
  [3158, '52:38', '52 minutes 38 seconds'],
  [6720, '1:52:00', '1 hour 52 minutes'],
  [Number.NaN, '0:00', '0 seconds'],
])('%d seconds are %s, or "%s"', (seconds, shown, spoken) => {
  expect(clockTime(seconds)).toBe(shown)
  expect(spokenTime(seconds)).toBe(spoken)
})
