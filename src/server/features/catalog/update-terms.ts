import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { findPackageFault } from '#shared/catalog/catalog-rules.ts'
import { pence } from '#shared/money/money.ts'
import type { UpdateTermsInput } from '#shared/schemas/catalog-editing.ts'
import { describeChanges } from './describe-changes.ts'
import { lockCatalog } from './lock-catalog.ts'

/**
 * Changes what a whole collection saves and how long films stay open. Orders keep the terms they were frozen with, and
 * access that was given keeps its end.
 *
 * @throws ShopError CONFLICT when somebody changed them meanwhile, BAD_INPUT when the package cannot be sold so
 */
export async function updateTerms(
  deps: Pick<Deps, 'db' | 'clock' | 'catalogChanged'>,
  { adminId, updatedAt, collectionDiscount, ...months }: UpdateTermsInput & { adminId: string },
): Promise<void> {
  const after = { ...months, collectionDiscountPence: collectionDiscount }
  await deps.db.$transaction(async (tx) => {
    await lockCatalog(tx)
    const before = await tx.catalogTerms.findUniqueOrThrow({
      where: { id: 1 },
      select: { collectionDiscountPence: true, singleMonths: true, bundleMonths: true },
    })
    const videos = await tx.video.findMany({ select: { pricePence: true } })
    const prices = videos.map(({ pricePence }) => pence(pricePence))
    const message = findPackageFault(prices, collectionDiscount, 'discount')
    if (message) throw new ShopError('BAD_INPUT', { message, field: 'collectionDiscount' })
    const { count } = await tx.catalogTerms.updateMany({
      where: { id: 1, updatedAt: new Date(updatedAt) },
      data: { ...after, updatedAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('CONFLICT')
    const details = describeChanges(before, after)
    if (!details) return
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'terms.updated',
      subject: { kind: 'catalogue', id: '1' },
      details,
    })
  })
  await deps.catalogChanged.raise()
}
