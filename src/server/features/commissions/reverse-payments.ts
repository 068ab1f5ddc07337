import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockReferers } from '#server/features/referers/referers.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import { reversePayment } from './mark-pending.ts'

type Reversal = {
  bankFileId: string
  /** What the admin saw as the sum of its paid payouts. */
  totalPence: Pence
  adminId: string
}

/** A thousand payouts are a few thousand statements. */
const TIMEOUT_MS = 120_000

/**
 * Takes back every payment of a bank file in one step, each as `markPending` does it. The payouts stay in the file.
 *
 * @throws ShopError NOT_FOUND; CONFLICT where the sum of its paid payouts is not what the admin saw
 */
export async function reversePayments(
  deps: Pick<Deps, 'db' | 'clock'>,
  { bankFileId, totalPence, adminId }: Reversal,
): Promise<{ reversed: number; totalPence: Pence }> {
  const inFile = await deps.db.bankFilePayout.findMany({
    where: { bankFileId },
    select: { payout: { select: { refererId: true } } },
  })
  if (inFile.length === 0) throw new ShopError('NOT_FOUND')
  return deps.db.$transaction(
    async (tx) => {
      await lockReferers(
        tx,
        inFile.map(({ payout }) => payout.refererId),
      )
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
