import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
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
      select: { isVatRegistered: true, vatNumber: true, selfBillingFrom: true, selfBillingUntil: true },
    })
    const data = { ...details, ...endSelfBilling(before, details, deps.clock.now()) }
    await tx.referer.update({ where: { id: refererId }, data, select: { id: true } })
  })
  return { success: true }
}
