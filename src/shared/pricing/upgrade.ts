import { type Pence, subtractPence, sumPence } from '#shared/money/money.ts'
import type { Cart, PricedVideo } from './cart.ts'
import { type OrderSums, type PricingTerms, sumUp } from './order-sums.ts'

/** The effects of adding all other videos to the cart: the whole collection, or the rest of it. */
export type Upgrade = {
  /** As `missing` of the cart, in the order of the catalog. */
  addVideoIds: number[]
  ownedCount: number
  /** List price of the videos to add. */
  addListPence: Pence
  /** How much more the order would cost than now, with discounts and code. */
  extraPence: Pence
  /** The price of the whole order then. */
  totalPence: Pence
  /** Its collection discount; 0 where the student had it before. */
  savingPence: Pence
  /** True for all videos in one order, which has the longer term. */
  isBundle: boolean
  /** The term of that order in calendar months. */
  months: number
}

/** The upgrade from a cart to the whole collection; null where nothing is left to add. */
export function findUpgrade(cart: Cart<PricedVideo>, pricing: PricingTerms, now: OrderSums): Upgrade | null {
  if (cart.missing.length === 0) return null
  const videos = [...cart.videos, ...cart.missing]
  const then = sumUp({ ...cart, videos }, pricing)
  const isBundle = videos.length === pricing.terms.collectionSize
  return {
    addVideoIds: cart.missing.map(({ id }) => id),
    ownedCount: isBundle ? 0 : cart.ownedCount,
    addListPence: sumPence(cart.missing.map(({ pricePence }) => pricePence)),
    extraPence: subtractPence(then.totalPence, now.totalPence),
    totalPence: then.totalPence,
    savingPence: then.collectionDiscountPence,
    isBundle,
    months: isBundle ? pricing.terms.bundleMonths : pricing.terms.singleMonths,
  }
}

/** What videos cost as one order each, with the code: what the price of the collection is held against. */
export function oneByOnePence(
  videos: readonly PricedVideo[],
  pricing: Pick<PricingTerms, 'terms' | 'referralPercent'>,
): Pence {
  const alone = { ownedCount: 0, renewedCount: 0 }
  const totals = videos.map(
    (video) => sumUp({ videos: [video], ...alone }, { ...pricing, collectionDiscountUsed: true }).totalPence,
  )
  return sumPence(totals)
}
