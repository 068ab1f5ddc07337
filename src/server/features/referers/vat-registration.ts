import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { vatNumberKey } from '#shared/text/vat-number.ts'

type VatStatus = { isVatRegistered: boolean; vatNumber: string | null }

type VatColumns = {
  vatRegisteredFrom?: Date | null
  vatChangedAt?: Date | null
  vatReviewedAt?: Date | null
}

/**
 * The columns that change with a VAT registration. A new one counts from now on: earlier commission is paid without VAT.
 * A new registration or number waits for an admin's review, unless an admin wrote it.
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

/**
 * Marks the VAT registration of `changedAt` as reviewed; a later one still waits.
 *
 * @throws ShopError REFERER_NOT_FOUND, CONFLICT
 */
export async function reviewVatRegistration(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, changedAt, adminId }: { id: string; changedAt: Date; adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.referer.updateMany({
      where: { id, vatChangedAt: changedAt },
      data: { vatReviewedAt: deps.clock.now() },
    })
    if (count === 0) {
      const exists = await tx.referer.count({ where: { id } })
      throw new ShopError(exists === 0 ? 'REFERER_NOT_FOUND' : 'CONFLICT')
    }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.vatReviewed',
      subject: { kind: 'referer', id },
    })
  })
  return { success: true }
}

type VatReview = { vatChangedAt: Date | null; vatReviewedAt: Date | null }

/** Whether the last VAT registration or number waits for an admin's review. */
export function isVatUnreviewed({ vatChangedAt, vatReviewedAt }: VatReview): boolean {
  return vatChangedAt !== null && (vatReviewedAt === null || vatReviewedAt < vatChangedAt)
}

/**
 * Refuses a payout with VAT while the registration is unreviewed. A payout without VAT passes.
 *
 * @throws ShopError VAT_CHANGE_UNREVIEWED
 */
export function refuseUnreviewedVat({ vatPence, referer }: { vatPence: number; referer: VatReview }): void {
  if (vatPence > 0 && isVatUnreviewed(referer)) throw new ShopError('VAT_CHANGE_UNREVIEWED')
}
