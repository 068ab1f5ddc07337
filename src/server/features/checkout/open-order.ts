import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { hasUsedCompletion } from '#server/features/orders/queries.ts'
import { findOwnedVideoIds } from '#server/features/playback/queries.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { orderOpenHours } from '#shared/limits.ts'
import { rateToBasisPoints } from '#shared/money/rates.ts'
import type { PricedBasket } from './price-basket.ts'

/**
 * Freezes a priced basket as an open order: lines, prices, discounts, percentages, code, VAT rate and the
 * seller's VAT number stay as they are now. Answers null when the student has an open order already, which the database refuses.
 *
 * @throws ShopError NOT_SIGNED_IN when the account was erased meanwhile
 */
export async function openOrder(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { studentId, basket }: { studentId: string; basket: PricedBasket },
): Promise<string | null> {
  const { quote, code, terms, basketKey } = basket
  const now = deps.clock.now()
  const orderId = newId(now)
  return deps.db.$transaction(async (tx) => {
    // Held until the order is there: an account that is erased at this moment gets none.
    const [student] = await tx.$queryRaw<unknown[]>`
      select 1 from "Student" where "id" = ${studentId} and "erasedAt" is null for share`
    if (!student) throw new ShopError('NOT_SIGNED_IN')
    if (await isOutOfDate(tx, deps, { studentId, basket })) return null
    const { count } = await tx.order.createMany({
      data: {
        id: orderId,
        studentId,
        status: 'open',
        basketKey,
        isBundle: quote.isBundle,
        collectionDiscount: quote.collectionDiscount,
        subtotalPence: quote.subtotalPence,
        collectionDiscountPence: quote.collectionDiscountPence,
        referralDiscountPence: quote.referralDiscountPence,
        totalPence: quote.totalPence,
        exVatPence: quote.exVatPence,
        vatPence: quote.vatPence,
        vatBps: rateToBasisPoints(deps.config.vatRate),
        sellerVatNumber: deps.config.seller.vatNumber,
        singleMonths: terms.singleMonths,
        bundleMonths: terms.bundleMonths,
        refererId: code?.refererId ?? null,
        referralCode: code?.code ?? null,
        discountBps: code?.discountBps ?? null,
        commissionBps: code?.commissionBps ?? null,
        createdAt: now,
        expiresAt: addHours(now, orderOpenHours),
      },
      skipDuplicates: true,
    })
    if (count === 0) return null
    await tx.orderLine.createMany({
      data: quote.lines.map((line) => ({
        id: newId(now),
        orderId,
        videoId: line.videoId,
        title: line.title,
        listPence: line.listPence,
        collectionDiscountPence: line.discountPence,
        referralDiscountPence: line.referralSharePence,
        grossPence: line.netOfDiscountsPence,
        exVatPence: line.exVatPence,
        vatPence: line.vatPence,
      })),
    })
    return orderId
  })
}

/** Whether a payment came in since the basket was priced: fulfilment holds the student's row, which is held here too. */
async function isOutOfDate(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { studentId, basket }: { studentId: string; basket: PricedBasket },
): Promise<boolean> {
  const owned = await findOwnedVideoIds({ db: tx, clock }, studentId)
  if (owned.join() !== basket.ownedVideoIds.join()) return true
  return basket.quote.collectionDiscount === 'completion' && (await hasUsedCompletion(tx, studentId))
}
