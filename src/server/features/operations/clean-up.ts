import type { Deps } from '#server/deps.ts'
import { deleteOldSessions } from '#server/features/accounts/sessions.ts'
import { deleteOldTokens } from '#server/features/accounts/tokens.ts'
import { deleteOldSecurityEvents } from '#server/features/audit/security-events.ts'
import { deleteOldCampaigns } from '#server/features/campaigns/delete-old-campaigns.ts'
import { deleteOldUploads } from '#server/features/catalog/uploads/delete-uploads.ts'
import { deleteOldMessages } from '#server/features/contact/messages.ts'
import { deleteOldMails } from '#server/features/mail/delete-old-mails.ts'
import { deleteOldEvents } from '#server/features/payments/stripe-events.ts'
import { deleteOldGrants } from '#server/features/playback/media-grants.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { deleteOldBrowserErrors } from './browser-errors/browser-errors.ts'

export type CleanUpDeps = Pick<Deps, 'db' | 'clock' | 'mediaWriter'>

/** Deletes what ended before a date. */
export type DeleteOld = (deps: CleanUpDeps, before: Date) => Promise<void>

/** Used and expired secrets are useless after this; sessions are kept as long for the list of sign-ins. */
const KEEP_DAYS = 30

/**
 * Deletes expired sessions, links, codes, media grants and rate-limit counters, handled Stripe events, old browser errors, and old contact
 * messages, mails, campaigns and security events. `removeOldCodes` comes from the admin-auth feature, which this one
 * may not import. Safe to run at any time.
 */
export async function cleanUp(deps: CleanUpDeps, removeOldCodes: DeleteOld): Promise<void> {
  const now = deps.clock.now()
  const before = addDays(now, -KEEP_DAYS)
  await deleteOldGrants(deps, before)
  await deleteOldSessions(deps, before)
  await deleteOldTokens(deps, before)
  await removeOldCodes(deps, before)
  await deleteOldEvents(deps, before)
  await deleteOldUploads(deps)
  await deleteOldMessages(deps)
  await deleteOldSecurityEvents(deps)
  await deleteOldMails(deps)
  await deleteOldCampaigns(deps)
  await deleteOldBrowserErrors(deps, before)
  await deps.db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } })
}
