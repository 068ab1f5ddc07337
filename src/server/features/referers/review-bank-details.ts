import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'

type Review = { id: string; changedAt: Date; phoneNumber: string | null; adminId: string }

/**
 * Takes the mark off a change of bank details that an admin has looked at. A change made since then keeps its mark:
 * `changedAt` says which one was looked at. The number that was shown beside it is known from then on, unless it was
 * changed since; one that is gone from the portal leaves the known one.
 *
 * @throws ShopError REFERER_NOT_FOUND, CONFLICT
 */
export async function reviewBankDetails(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, changedAt, phoneNumber, adminId }: Review,
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.referer.updateMany({
      where: { id, bankChangedAt: changedAt },
      data: { bankReviewedAt: deps.clock.now() },
    })
    if (count === 0) {
      const exists = await tx.referer.count({ where: { id } })
      throw new ShopError(exists === 0 ? 'REFERER_NOT_FOUND' : 'CONFLICT')
    }
    if (phoneNumber !== null) {
      await tx.referer.updateMany({ where: { id, phoneNumber }, data: { phoneKnownBefore: phoneNumber } })
    }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'referer.bankReviewed',
      subject: { kind: 'referer', id },
    })
  })
  return { success: true }
}
