import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { type DocumentPayout, findPayoutsForDocument } from '#server/features/commissions/queries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { reversePayment } from './reverse-payments.ts'

type Returned = {
  payoutIds: readonly string[]
  /** Their sum as the admin saw it. */
  totalPence: Pence
  adminId: string
}

/** A thousand payouts are several thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Reopens paid payouts whose money the bank sent back: pending again, out of their bank file so that the next one can
 * name them, with the same document and number; the referer is asked to check the account. All or none. A pending
 * payout stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND; PAYOUT_VOID with the reason; CONFLICT where their sum is not what the admin saw
 */
export async function returnPayments(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'seal' | 'queue' | 'log'>,
  { payoutIds, totalPence, adminId }: Returned,
): Promise<{ returned: number; totalPence: Pence }> {
  const ids = [...new Set(payoutIds)]
  const owners = await deps.db.payout.findMany({ where: { id: { in: ids } }, select: { refererId: true } })
  if (owners.length !== ids.length) throw new ShopError('PAYOUT_NOT_FOUND')
  const outboxIds = await deps.db.$transaction(
    async (tx) => {
      const refererIds = owners.map(({ refererId }) => refererId)
      await lockReferers(tx, refererIds)
      const payouts = await findPayoutsForDocument(tx, ids)
      const voided = payouts.find(({ status }) => status === 'void')
      if (voided) throw new ShopError('PAYOUT_VOID', { reason: voided.voidReason })
      if (sumPence(payouts.map((payout) => pence(payout.totalPence))) !== totalPence) {
        throw new ShopError('CONFLICT')
      }
      const queued: (string | null)[] = []
      for (const payout of payouts.filter(({ status }) => status === 'paid')) {
        queued.push(await returnPayment(tx, deps, { payout, adminId }))
      }
      return queued
    },
    { timeout: TIMEOUT_MS },
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
