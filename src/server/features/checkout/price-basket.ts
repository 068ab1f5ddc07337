import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { type Catalog, loadCatalog } from '#server/features/catalog/queries.ts'
import { hasUsedCompletion } from '#server/features/orders/queries.ts'
import { findOwnedVideoIds } from '#server/features/playback/queries.ts'
import { type ActiveCode, findActiveCode } from '#server/features/referers/queries.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { type Quote, quote } from '#shared/pricing/pricing.ts'

export type PricedBasket = {
  quote: Quote
  code: ActiveCode | null
  terms: Catalog['terms']
  /** What the price went by. */
  ownedVideoIds: readonly number[]
  /** The same videos with the same code have the same key. */
  basketKey: string
}

/**
 * Prices what a student wants to buy from the server's own catalogue, ownership and codes; nothing the browser
 * believes about prices, ownership or discounts is asked for (requirements §4).
 *
 * @throws ShopError VIDEO_NOT_FOR_SALE, ALREADY_OWNED when nothing is left to buy, INVALID_REFERRAL_CODE
 */
export async function priceBasket(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  wish: { studentId: string; videoIds: readonly number[]; referralCode: string | null },
): Promise<PricedBasket> {
  const [catalog, ownedVideoIds, code, collectionDiscountUsed] = await Promise.all([
    loadCatalog(deps.db),
    findOwnedVideoIds(deps, wish.studentId),
    wish.referralCode === null ? null : findActiveCode(deps.db, wish.referralCode),
    hasUsedCompletion(deps.db, wish.studentId),
  ])
  if (wish.referralCode !== null && code === null) throw new ShopError('INVALID_REFERRAL_CODE')

  const priced = quote({
    catalogue: catalog.videos,
    terms: catalog.terms,
    ownedVideoIds,
    cartVideoIds: wish.videoIds,
    referral: code && {
      code: code.code,
      discountPercent: basisPointsToPercent(code.discountBps),
      clubName: code.clubName,
    },
    vatRate: deps.config.vatRate,
    collectionDiscountUsed,
  })
  if (priced.unknown.length > 0) throw new ShopError('VIDEO_NOT_FOR_SALE')
  if (priced.lines.length === 0) throw new ShopError('ALREADY_OWNED')

  const videos = priced.lines.map((line) => line.videoId).join(',')
  return {
    quote: priced,
    code,
    terms: catalog.terms,
    ownedVideoIds,
    basketKey: `${videos}|${code?.code ?? ''}`,
  }
}
