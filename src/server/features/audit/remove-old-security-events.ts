import type { Deps } from '#server/deps.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { securityEventDays } from '#shared/limits.ts'

/** Removes security events that have been kept for as long as the privacy page says. */
export async function removeOldSecurityEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.securityEvent.deleteMany({ where: { at: { lt: addDays(clock.now(), -securityEventDays) } } })
}
