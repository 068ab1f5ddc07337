import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import type { refererDetailsInput } from '#shared/schemas/referer-portal.ts'
import { DETAIL_FIELDS } from './queries.ts'
import { lockReferer } from './referers.ts'
import { endSelfBilling } from './self-billing.ts'
import { vatChange } from './vat-registration.ts'

type Details = z.output<typeof refererDetailsInput>

/**
 * Changes the details that a referer's documents print. Only an admin changes name and email: buyers see the name, and
 * the mailbox can set a new password. A new VAT registration or number is mailed to the instructor for review.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function changeDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>,
  { refererId, details }: { refererId: string; details: Details },
): Promise<{ success: true }> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    const locked = await lockReferer(tx, refererId)
    if (!locked || locked.endedAt) throw new ShopError('NOT_SIGNED_IN')
    const before = await tx.referer.findUniqueOrThrow({
      where: { id: refererId },
      select: { ...DETAIL_FIELDS, name: true, selfBillingFrom: true, selfBillingUntil: true },
    })
    const now = deps.clock.now()
    const vat = vatChange(before, details, { now, isAdmin: false })
    const data = { ...details, ...endSelfBilling(before, details, now), ...vat }
    await tx.referer.update({ where: { id: refererId }, data, select: { id: true } })
    const changed = changesOf(before, details)
    if (changed.length === 0) return null
    // The names alone: no log holds the values.
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.detailsChanged',
      subject: { kind: 'referer', id: refererId },
      details: { changed: changed.join(' ') },
    })
    if (!vat.vatChangedAt) return null
    return queueMail(tx, deps, {
      template: 'vat-registration-waiting',
      to: deps.config.seller.email,
      props: { name: before.name, vatNumber: details.vatNumber ?? '–', at: now.toISOString() },
      dedupeKey: `vat:${refererId}:${now.getTime()}`,
    })
  })
  await enqueueOutbox(deps, [outboxId])
  return { success: true }
}

function changesOf(before: Details, details: Details): string[] {
  const was: Readonly<Record<string, unknown>> = before
  return Object.entries(details).flatMap(([name, value]) => (was[name] === value ? [] : name))
}
