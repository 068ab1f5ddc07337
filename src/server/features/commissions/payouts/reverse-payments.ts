import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import {
  findPayout,
  findPayoutForDocument,
  findRefererOfPayout,
  type MarkedPayout,
} from '#server/features/commissions/queries.ts'
import { deleteQueuedMails } from '#server/features/mail/outbox.ts'
import { lockReferer, lockReferers } from '#server/features/referers/referers.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { type MarkInput, paidMailKey } from './pay-payouts.ts'

/**
 * Reverses a payment: the payout is pending again and keeps its document and number, so that a later refund carries
 * into the next quarter. A pending payout stays as it is.
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
    const payout = await findPayoutForDocument(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    await reversePayment(tx, deps, { payout, adminId })
  })
  return findPayout(deps, id)
}

type Reversal = { payout: { id: string; quarter: string; paidAt: Date | null }; adminId: string }

/**
 * Step: makes a paid payout pending and withdraws its mail where that is still queued. The caller has locked the
 * referer. A pending payout stays as it is.
 */
export async function reversePayment(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { payout: { id, quarter, paidAt }, adminId }: Reversal,
) {
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'paid' },
    data: { status: 'pending', paidAt: null, paidHow: null, paidNote: null },
  })
  if (count === 0) return
  const withdrawn = paidAt === null ? 0 : await deleteQueuedMails(tx, [paidMailKey(id, paidAt)])
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.pending',
    subject: { kind: 'payout', id },
    details: { quarter, paidAt: paidAt?.toISOString() ?? null, mailWithdrawn: withdrawn > 0 },
  })
}

type FileReversal = {
  bankFileId: string
  /** The sum of its paid payouts as the admin saw it. */
  totalPence: Pence
  adminId: string
}

/** A thousand payouts are several thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Reverses every payment of a bank file in one transaction. The payouts stay in the file.
 *
 * @throws ShopError NOT_FOUND; CONFLICT where the sum of its paid payouts is not what the admin saw
 */
export async function reversePayments(
  deps: Pick<Deps, 'db' | 'clock'>,
  { bankFileId, totalPence, adminId }: FileReversal,
): Promise<{ reversed: number; totalPence: Pence }> {
  const inFile = await deps.db.bankFilePayout.findMany({
    where: { bankFileId },
    select: { payout: { select: { refererId: true } } },
  })
  if (inFile.length === 0) throw new ShopError('NOT_FOUND')
  return deps.db.$transaction(
    async (tx) => {
      const refererIds = inFile.map(({ payout }) => payout.refererId)
      await lockReferers(tx, refererIds)
      const paid = await tx.payout.findMany({
        where: { status: 'paid', bankFiles: { some: { bankFileId, unfrozenAt: null } } },
        orderBy: { id: 'asc' },
        select: { id: true, quarter: true, paidAt: true, totalPence: true },
      })
      if (sumPence(paid.map((payout) => pence(payout.totalPence))) !== totalPence) {
        throw new ShopError('CONFLICT')
      }
      for (const payout of paid) await reversePayment(tx, deps, { payout, adminId })
      return { reversed: paid.length, totalPence }
    },
    { timeout: TIMEOUT_MS },
  )
}
