import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { lockReferer } from './referers.ts'
import { endSelfBilling } from './self-billing.ts'
import { vatChange } from './vat-registration.ts'

export type Details = {
  contactName: string
  fullBusinessName: string | null
  tradingName: string | null
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  postcode: string | null
  country: string
  companyNumber: string | null
  isVatRegistered: boolean
  vatNumber: string | null
  phoneNumber: string | null
}

const DETAILS = {
  contactName: true,
  fullBusinessName: true,
  tradingName: true,
  addressLine1: true,
  addressLine2: true,
  city: true,
  postcode: true,
  country: true,
  companyNumber: true,
  isVatRegistered: true,
  vatNumber: true,
  phoneNumber: true,
} as const satisfies Record<keyof Details, true>

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
      select: { ...DETAILS, name: true, selfBillingFrom: true, selfBillingUntil: true },
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
    return vat.vatChangedAt ? queueVatNotice(tx, deps, { name: before.name, refererId, details, now }) : null
  })
  await enqueueOutbox(deps, [outboxId])
  return { success: true }
}

type Notice = { name: string; refererId: string; details: Details; now: Date }

/** Step: writes the mail about a VAT registration that waits for a review. */
function queueVatNotice(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { name, refererId, details, now }: Notice,
) {
  return queueMail(tx, deps, {
    template: 'vat-registration-waiting',
    to: deps.config.seller.email,
    props: { name, vatNumber: details.vatNumber ?? '–', at: now.toISOString() },
    dedupeKey: `vat:${refererId}:${now.getTime()}`,
  })
}

function changesOf(before: Details, details: Details): string[] {
  const was: Readonly<Record<string, unknown>> = before
  return Object.entries(details).flatMap(([name, value]) => (was[name] === value ? [] : name))
}
