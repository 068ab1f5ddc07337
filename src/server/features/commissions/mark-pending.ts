import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { holdReferer } from '#server/features/referers/hold-referer.ts'
import type { MarkInput } from './mark-paid.ts'
import { findPayout, findPayoutForPaper, findRefererOfPayout, type PayoutRow } from './queries.ts'

/**
 * Takes a payment back: the payout is pending again and keeps its paper and number, so that a later refund carries
 * into the next quarter instead of changing it. One that is pending already stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason
 */
export async function markPending(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: Pick<MarkInput, 'id' | 'adminId'>,
): Promise<PayoutRow> {
  const refererId = await findRefererOfPayout(deps, id)
  await deps.db.$transaction(async (tx) => {
    await holdReferer(tx, refererId)
    const payout = await findPayoutForPaper(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    const { count } = await tx.payout.updateMany({
      where: { id, status: 'paid' },
      data: { status: 'pending', paidAt: null },
    })
    if (count === 0) return
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'payout.pending',
      subject: { kind: 'payout', id },
      details: { quarter: payout.quarter, paidAt: payout.paidAt?.toISOString() ?? null },
    })
  })
  return findPayout(deps, id)
}
