import { addHours } from './durations.ts'
import { stepUpHours } from './limits.ts'

/** Until when (UTC) what requirements §6 lists asks an admin for no new code. */
export function codeFreshUntil(stepUpAt: Date): Date {
  return addHours(stepUpAt, stepUpHours)
}
