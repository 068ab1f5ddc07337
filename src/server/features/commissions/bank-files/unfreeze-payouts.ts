import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'

type Unfreeze = {
  quarterYear: string
  /** Exactly these; those that are not in a file, or were paid, stay as they are. */
  payoutIds: readonly string[]
  /** What the admin saw as their sum. */
  totalPence: Pence
  adminId: string
}

/**
 * Takes pending payouts out of their bank file, where the file was not sent: they can be made again by a refund, and
 * the next file names them. That they stood in one is kept: the next one says so. Answers how many it were.
 *
 * @throws ShopError CONFLICT where the sum of those that can be unfrozen is not what the admin saw
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
