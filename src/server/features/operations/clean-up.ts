import type { Deps } from '#server/deps.ts'
import { deleteOldSessions } from '#server/features/accounts/sessions.ts'
import { deleteOldTokens } from '#server/features/accounts/tokens.ts'
import { deleteOldSecurityEvents } from '#server/features/audit/security-events.ts'
import { removeOldCampaigns } from '#server/features/campaigns/delete-old-campaigns.ts'
import { removeOldUploads } from '#server/features/catalog/uploads/delete-uploads.ts'
import { deleteOldMessages } from '#server/features/contact/messages.ts'
import { removeOldMails } from '#server/features/mail/delete-old-mails.ts'
import { deleteOldEvents } from '#server/features/payments/stripe-events.ts'
import { removeOldGrants } from '#server/features/playback/media-grants.ts'
import { addDays } from '#shared/calendar/durations.ts'

export type CleanUpDeps = Pick<Deps, 'db' | 'clock' | 'mediaWriter'>

/** What a room removes of its own that ended before a moment. */
export type RemoveOld = (deps: CleanUpDeps, before: Date) => Promise<void>

/** Used and expired secrets are of no use after this; sessions are kept as long for the list of sign-ins. */
const KEEP_DAYS = 30

/**
 * Removes expired sessions, links, codes, media grants and rate-limit counters, and Stripe's events that were
 * acted on, old messages of the contact page, old mails and campaigns, and old security events. `removeOldCodes` is the
 * admins' room's step, which this room does not know. Safe to run at any time.
 */
export async function cleanUp(deps: CleanUpDeps, removeOldCodes: RemoveOld): Promise<void> {
  const now = deps.clock.now()
  const before = addDays(now, -KEEP_DAYS)
  await removeOldGrants(deps, before)
  await deleteOldSessions(deps, before)
  await deleteOldTokens(deps, before)
  await removeOldCodes(deps, before)
  await deleteOldEvents(deps, before)
  await removeOldUploads(deps)
  await deleteOldMessages(deps)
  await deleteOldSecurityEvents(deps)
  await removeOldMails(deps)
  await removeOldCampaigns(deps)
  await deps.db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } })
}
