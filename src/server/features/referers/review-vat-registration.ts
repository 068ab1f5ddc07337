import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'

/**
 * Takes the mark off a registration for VAT that an admin has looked at. One made since then keeps its mark:
 * `changedAt` says which one was looked at.
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
