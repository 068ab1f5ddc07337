import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { markPaid } from './pay-payouts.ts'

type MatchedPayments = {
  payouts: readonly { payoutId: string; day: Date | null }[]
  /** Their sum as the admin saw it. */
  totalPence: Pence
  adminId: string
}

/**
 * Marks payouts as paid on the days of a bank statement, one after the other as `markPaid` does. Repeating it changes
 * nothing: what was refused is proposed again.
 *
 * @throws ShopError as `markPaid`; CONFLICT where their sum is not what the admin saw
 */
export async function payMatched(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>,
  { payouts, totalPence, adminId }: MatchedPayments,
): Promise<{ paid: number; totalPence: Pence }> {
  const ids = [...new Set(payouts.map(({ payoutId }) => payoutId))]
  const rows = await deps.db.payout.findMany({ where: { id: { in: ids } }, select: { totalPence: true } })
  if (rows.length !== payouts.length) throw new ShopError('PAYOUT_NOT_FOUND')
  if (sumPence(rows.map((row) => pence(row.totalPence))) !== totalPence) throw new ShopError('CONFLICT')
  for (const { payoutId, day } of payouts) {
    await markPaid(deps, { id: payoutId, adminId, paidAt: day, paidHow: 'bankFile' })
  }
  return { paid: payouts.length, totalPence }
}
