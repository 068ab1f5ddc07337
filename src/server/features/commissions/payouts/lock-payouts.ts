import type { Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { type DocumentPayout, findPayoutsForDocument } from '#server/features/commissions/queries.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'

/** A thousand payouts are several thousand statements. */
export const PAYOUTS_TIMEOUT_MS = 120_000

type Named = {
  /** Exactly these payouts; duplicates count once. */
  payoutIds: readonly string[]
  /** Of this quarter alone; undefined: of any. */
  quarterYear?: string
  /** Their sum as the admin saw it. */
  totalPence: Pence
}

/**
 * Step: locks the referers of payouts and reads them: only what the admin saw, no payout made again since, and the same
 * sum.
 *
 * @throws ShopError PAYOUT_NOT_FOUND; PAYOUT_VOID with the reason; CONFLICT where their sum differs
 */
export async function lockPayouts(
  tx: Tx,
  { payoutIds, quarterYear: quarter, totalPence }: Named,
): Promise<DocumentPayout[]> {
  const ids = [...new Set(payoutIds)]
  const owners = await tx.payout.findMany({
    where: { id: { in: ids }, ...(quarter !== undefined && { quarter }) },
    select: { refererId: true },
  })
  if (owners.length !== ids.length) throw new ShopError('PAYOUT_NOT_FOUND')
  const refererIds = owners.map(({ refererId }) => refererId)
  await lockReferers(tx, refererIds)
  const payouts = await findPayoutsForDocument(tx, ids)
  const voided = payouts.find(({ status }) => status === 'void')
  if (voided) throw new ShopError('PAYOUT_VOID', { reason: voided.voidReason })
  if (sumOf(payouts) !== totalPence) throw new ShopError('CONFLICT')
  return payouts
}

/** What payouts come to together, with VAT. */
export function sumOf(payouts: readonly { totalPence: number }[]): Pence {
  return sumPence(payouts.map(({ totalPence }) => pence(totalPence)))
}
