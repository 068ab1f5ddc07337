import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'

type Unfreeze = {
  quarterYear: string
  /** Null: all of the quarter. */
  payoutIds: readonly string[] | null
  adminId: string
}

/**
 * Takes pending payouts out of their bank file, where the file was not sent: they can be made again by a refund, and
 * the next file names them. Those that are not in a file, or were paid, stay as they are. Answers how many it were.
 */
export async function unfreezePayouts(
  deps: Pick<Deps, 'db' | 'clock'>,
  { quarterYear, payoutIds, adminId }: Unfreeze,
): Promise<number> {
  return deps.db.$transaction(async (tx) => {
    const { count } = await tx.payout.updateMany({
      where: {
        quarter: quarterYear,
        status: 'pending',
        exportedAt: { not: null },
        ...(payoutIds ? { id: { in: [...payoutIds] } } : {}),
      },
      data: { exportedAt: null },
    })
    if (count === 0) return 0
    const [only] = payoutIds?.length === 1 ? payoutIds : []
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'payouts.unfrozen',
      subject: only === undefined ? { kind: 'quarter', id: quarterYear } : { kind: 'payout', id: only },
      details: { quarter: quarterYear, payouts: count },
    })
    return count
  })
}
