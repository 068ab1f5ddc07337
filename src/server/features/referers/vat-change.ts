import { vatNumberKey } from '#shared/text/vat-number.ts'

type VatStatus = { isVatRegistered: boolean; vatNumber: string | null }

type VatColumns = {
  vatRegisteredFrom?: Date | null
  vatChangedAt?: Date | null
  vatReviewedAt?: Date | null
}

/**
 * What becomes of a registration for VAT when details change. A new one counts from now on: what was earned before is
 * paid without VAT. It waits for an admin's eye, as another number does, unless an admin wrote it.
 */
export function vatChange(
  before: VatStatus,
  after: VatStatus,
  { now, isAdmin }: { now: Date; isAdmin: boolean },
): VatColumns {
  if (!after.isVatRegistered) {
    return before.isVatRegistered ? { vatRegisteredFrom: null, vatChangedAt: null, vatReviewedAt: null } : {}
  }
  const isNew = !before.isVatRegistered
  if (!isNew && keyOf(before) === keyOf(after)) return {}
  return {
    ...(isNew && { vatRegisteredFrom: now }),
    vatChangedAt: now,
    vatReviewedAt: isAdmin ? now : null,
  }
}

function keyOf({ vatNumber }: VatStatus): string {
  return vatNumberKey(vatNumber ?? '')
}
