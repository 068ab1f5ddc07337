import type { Deps, Tx } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import type { DocumentPayout } from '#server/features/commissions/queries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import type { Pence } from '#shared/money/money.ts'
import { lockPayouts, PAYOUTS_TIMEOUT_MS, sumOf } from './lock-payouts.ts'
import { reversePayment } from './reverse-payments.ts'

type Returned = { payoutIds: readonly string[]; totalPence: Pence; adminId: string }

/**
 * Reopens paid payouts whose money the bank sent back: pending again, out of their bank file so that the next one can
 * name them, with the same document and number; the referer is asked to check the account. All or none. A pending
 * payout stays as it is.
 *
 * @throws ShopError as lockPayouts
 */
export async function returnPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'seal' | 'queue' | 'log'>,
  { adminId, ...named }: Returned,
): Promise<{ returned: number; totalPence: Pence }> {
  const { outboxIds, totalPence } = await deps.db.$transaction(
    async (tx) => {
      const paid = (await lockPayouts(tx, named)).filter(({ status }) => status === 'paid')
      const queued: (string | null)[] = []
      for (const payout of paid) queued.push(await returnPayment(tx, deps, { payout, adminId }))
      return { outboxIds: queued, totalPence: sumOf(paid) }
    },
    { timeout: PAYOUTS_TIMEOUT_MS },
  )
  await enqueueOutbox(deps, outboxIds)
  return { returned: outboxIds.length, totalPence }
}

async function returnPayment(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  { payout, adminId }: { payout: DocumentPayout; adminId: string },
): Promise<string | null> {
  const { id, quarter, totalPence, referer, paidAt } = payout
  await reversePayment(tx, deps, { payout, adminId })
  await tx.payout.update({ where: { id }, data: { exportedAt: null }, select: { id: true } })
  await tx.bankFilePayout.updateMany({
    where: { payoutId: id, unfrozenAt: null },
    data: { unfrozenAt: deps.clock.now() },
  })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.returned',
    subject: { kind: 'payout', id },
    details: { quarter, totalPence, paidAt: paidAt?.toISOString() ?? null },
  })
  return queueMail(tx, deps, {
    template: 'payout-returned',
    to: referer.contactEmail,
    props: { name: referer.name, quarter, totalPence, accountEnding: referer.bankAccountEnding },
    dedupeKey: `returned:${id}:${paidAt?.getTime() ?? 0}`,
  })
}
