import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { findPackageError } from '#shared/catalog/catalog-rules.ts'
import { pence } from '#shared/money/money.ts'
import type { UpdateTermsInput, UpdateVideoInput } from '#shared/schemas/catalog-editing.ts'

/**
 * Updates a video's texts and price. Orders keep the title and price they were frozen with; the pages of this process
 * show the change at once.
 *
 * @throws ShopError VIDEO_NOT_FOUND, CONFLICT where another admin changed it since it was read, BAD_INPUT where the
 * bundle cannot be sold at that price
 */
export async function updateVideo(
  deps: Pick<Deps, 'db' | 'clock' | 'catalogChanged'>,
  { adminId, id, updatedAt, price, ...texts }: UpdateVideoInput & { adminId: string },
): Promise<void> {
  const after = { ...texts, pricePence: price }
  await deps.db.$transaction(async (tx) => {
    await lockCatalog(tx)
    const before = await tx.video.findUnique({
      where: { id },
      select: { title: true, description: true, durationMinutes: true, pricePence: true },
    })
    if (!before) throw new ShopError('VIDEO_NOT_FOUND')
    await refuseBadPackage(tx, id, price)
    const { count } = await tx.video.updateMany({
      where: { id, updatedAt: new Date(updatedAt) },
      data: { ...after, updatedAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('CONFLICT')
    const details = describeChanges(before, after)
    if (!details) return
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'video.updated',
      subject: { kind: 'video', id: String(id) },
      details,
    })
  })
  await deps.catalogChanged.raise()
}

async function refuseBadPackage(tx: Prisma.TransactionClient, id: number, price: number): Promise<void> {
  const [others, terms] = await Promise.all([
    tx.video.findMany({ where: { id: { not: id } }, select: { pricePence: true } }),
    tx.catalogTerms.findUniqueOrThrow({ where: { id: 1 }, select: { collectionDiscountPence: true } }),
  ])
  const prices = [...others.map(({ pricePence }) => pence(pricePence)), pence(price)]
  const message = findPackageError(prices, pence(terms.collectionDiscountPence), 'price')
  if (message) throw new ShopError('BAD_INPUT', { message, field: 'price' })
}

/**
 * Updates the collection discount and how long entitlements last. Orders and entitlements keep their terms.
 *
 * @throws ShopError CONFLICT where another admin changed them since they were read, BAD_INPUT where the bundle cannot
 * be sold so
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
    const message = findPackageError(prices, collectionDiscount, 'discount')
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

/**
 * Step: locks the catalog until the transaction ends, because prices and discount are checked together and media files
 * replace each other.
 */
export async function lockCatalog(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$queryRaw`select 1 from "CatalogTerms" where "id" = 1 for update`
}

type Value = string | number | null

/** The changed fields for the audit log, as `priceBefore` and `priceAfter`; null where nothing changed. */
export function describeChanges(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Record<string, Value> | null {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return null
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}Before`, before[name] ?? null],
      [`${name}After`, after[name] ?? null],
    ]),
  )
}
