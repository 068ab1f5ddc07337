import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { withdrawMails } from '#server/features/mail/outbox.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { MarkInput } from './mark-paid.ts'
import { paidMailKey } from './pay-payout.ts'
import { findPayout, findPayoutForPaper, findRefererOfPayout, type MarkedPayout } from './queries.ts'

/**
 * Takes a payment back: the payout is pending again and keeps its paper and number, so that a later refund carries
 * into the next quarter instead of changing it. One that is pending already stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason
 */
export async function markPending(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: Pick<MarkInput, 'id' | 'adminId'>,
): Promise<MarkedPayout> {
  const refererId = await findRefererOfPayout(deps, id)
  await deps.db.$transaction(async (tx) => {
    await lockReferer(tx, refererId)
    const payout = await findPayoutForPaper(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    await reversePayment(tx, deps, { payout, adminId })
  })
  return findPayout(deps, id)
}

type Reversal = { payout: { id: string; quarter: string; paidAt: Date | null }; adminId: string }

/**
 * Step: makes a paid payout pending again and withdraws the mail on it where that has not left; the caller holds the
 * referer. One that is pending stays as it is.
 */
export async function reversePayment(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { payout: { id, quarter, paidAt }, adminId }: Reversal,
): Promise<void> {
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'paid' },
    data: { status: 'pending', paidAt: null, paidHow: null, paidNote: null },
  })
  if (count === 0) return
  const withdrawn = paidAt === null ? 0 : await withdrawMails(tx, [paidMailKey(id, paidAt)])
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.pending',
    subject: { kind: 'payout', id },
    details: { quarter, paidAt: paidAt?.toISOString() ?? null, mailWithdrawn: withdrawn > 0 },
  })
}
