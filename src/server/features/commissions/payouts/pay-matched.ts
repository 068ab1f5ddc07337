import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import type { Pence } from '#shared/money/money.ts'
import { sumOf } from './lock-payouts.ts'
import { payOnce } from './pay-payouts.ts'

type MatchedPayments = {
  payouts: readonly { payoutId: string; day: Date | null }[]
  /** Their sum as the admin saw it. */
  totalPence: Pence
  adminId: string
}

/**
 * Marks payouts as paid on the days of a bank statement, one after the other as `markPaid` does. Repeating it changes
 * nothing: what was refused is proposed again. Counts what it paid, not what was paid already.
 *
 * @throws ShopError as `markPaid`; CONFLICT where their sum is not what the admin saw
 */
export async function payMatched(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>,
  { payouts, totalPence, adminId }: MatchedPayments,
): Promise<{ paid: number; totalPence: Pence }> {
  const ids = [...new Set(payouts.map(({ payoutId }) => payoutId))]
  const rows = await deps.db.payout.findMany({
    where: { id: { in: ids } },
    select: { id: true, totalPence: true },
  })
  if (rows.length !== payouts.length) throw new ShopError('PAYOUT_NOT_FOUND')
  if (sumOf(rows) !== totalPence) throw new ShopError('CONFLICT')
  const paidIds: string[] = []
  for (const { payoutId, day } of payouts) {
    const isNew = await payOnce(deps, { id: payoutId, adminId, paidAt: day, paidHow: 'bankFile' })
    if (isNew) paidIds.push(payoutId)
  }
  const paid = rows.filter(({ id }) => paidIds.includes(id))
  return { paid: paid.length, totalPence: sumOf(paid) }
}
