import { addHours } from '#shared/calendar/durations.ts'
import { stepUpHours } from '#shared/limits.ts'

/** Until when (UTC) what requirements §6 lists asks an admin for no new code. */
export function codeFreshUntil(stepUpAt: Date): Date {
  return addHours(stepUpAt, stepUpHours)
}
