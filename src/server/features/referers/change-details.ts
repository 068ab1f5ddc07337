import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { holdReferer } from './hold-referer.ts'
import { endSelfBilling } from './self-billing-term.ts'
import { vatChange } from './vat-change.ts'

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
 * Writes what a referer says about themselves: what their papers print. The club's name and its email stay with the
 * admin: buyers see the one, and whoever holds the other can set a new password. A new registration for VAT, or another
 * number, is told to the instructor and waits for their eye.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function changeDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>,
  { refererId, details }: { refererId: string; details: Details },
): Promise<{ success: true }> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    const held = await holdReferer(tx, refererId)
    if (!held || held.endedAt) throw new ShopError('NOT_SIGNED_IN')
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
    // Names alone: what the fields held is in no log.
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.detailsChanged',
      subject: { kind: 'referer', id: refererId },
      details: { changed: changed.join(' ') },
    })
    return vat.vatChangedAt ? queueNotice(tx, deps, { name: before.name, refererId, details, now }) : null
  })
  await nudgeMail(deps, [outboxId])
  return { success: true }
}

type Notice = { name: string; refererId: string; details: Details; now: Date }

/** Step: tells the instructor of a registration for VAT that waits to be looked at. */
function queueNotice(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { name, refererId, details, now }: Notice,
): Promise<string | null> {
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
