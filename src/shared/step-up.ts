import { addHours } from './durations.ts'
import { stepUpHours } from './limits.ts'

/** Until when (UTC) payouts, refunds, bank details and bulk email ask an admin for no new code (requirements §6). */
export function codeFreshUntil(stepUpAt: Date): Date {
  return addHours(stepUpAt, stepUpHours)
}
