import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { holdReferer } from './hold-referer.ts'
import { endSelfBilling } from './self-billing-term.ts'

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
 * admin: buyers see the one, and whoever holds the other can set a new password.
 *
 * @throws ShopError NOT_SIGNED_IN once ended
 */
export async function changeDetails(
  deps: Pick<Deps, 'db' | 'clock'>,
  { refererId, details }: { refererId: string; details: Details },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const held = await holdReferer(tx, refererId)
    if (!held || held.endedAt) throw new ShopError('NOT_SIGNED_IN')
    const before = await tx.referer.findUniqueOrThrow({
      where: { id: refererId },
      select: { ...DETAILS, selfBillingFrom: true, selfBillingUntil: true },
    })
    const data = { ...details, ...endSelfBilling(before, details, deps.clock.now()) }
    await tx.referer.update({ where: { id: refererId }, data, select: { id: true } })
    const changed = changesOf(before, details)
    if (changed.length === 0) return
    // Names alone: what the fields held is in no log.
    await recordAudit(tx, deps, {
      actor: { kind: 'referer', id: refererId },
      action: 'referer.detailsChanged',
      subject: { kind: 'referer', id: refererId },
      details: { changed: changed.join(' ') },
    })
  })
  return { success: true }
}

function changesOf(before: Details, details: Details): string[] {
  const was: Readonly<Record<string, unknown>> = before
  return Object.entries(details).flatMap(([name, value]) => (was[name] === value ? [] : name))
}
