import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'

type Unfreeze = {
  quarterYear: string
  /** Exactly these payouts; those in no file and paid ones stay as they are. */
  payoutIds: readonly string[]
  /** Their sum as the admin saw it. */
  totalPence: Pence
  adminId: string
}

/**
 * Takes pending payouts out of a bank file that was not sent, so that a refund can make them again and the next file
 * contains them. The old file stays on record, so that the next one says it repeats them. Returns how many.
 *
 * @throws ShopError CONFLICT where the sum of the payouts to unfreeze is not what the admin saw
 */
export async function unfreezePayouts(
  deps: Pick<Deps, 'db' | 'clock'>,
  { quarterYear, payoutIds, totalPence, adminId }: Unfreeze,
): Promise<number> {
  return deps.db.$transaction(async (tx) => {
    const frozen = await tx.payout.updateManyAndReturn({
      where: {
        quarter: quarterYear,
        status: 'pending',
        exportedAt: { not: null },
        id: { in: [...payoutIds] },
      },
      data: { exportedAt: null },
      select: { id: true, totalPence: true },
    })
    if (sumPence(frozen.map((payout) => pence(payout.totalPence))) !== totalPence) {
      throw new ShopError('CONFLICT')
    }
    if (frozen.length === 0) return 0
    const standing = { payoutId: { in: frozen.map(({ id }) => id) }, unfrozenAt: null }
    const files = await tx.bankFile.findMany({
      where: { payouts: { some: standing } },
      orderBy: { sequence: 'asc' },
      select: { name: true },
    })
    await tx.bankFilePayout.updateMany({ where: standing, data: { unfrozenAt: deps.clock.now() } })
    const [only] = frozen.length === 1 ? frozen : []
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'payouts.unfrozen',
      subject: only === undefined ? { kind: 'quarter', id: quarterYear } : { kind: 'payout', id: only.id },
      details: {
        quarter: quarterYear,
        payouts: frozen.length,
        totalPence,
        files: files.map(({ name }) => name).join(' '),
      },
    })
    return frozen.length
  })
}
