import { type Pence, subtractPence, sumPence } from '#shared/money/money.ts'
import type { Basket, PricedVideo } from './cart.ts'
import { type OrderSums, type PricingTerms, sumUp } from './order-sums.ts'

/** What it would mean to put everything else into the cart: the complete package, or the rest of it. */
export type Upgrade = {
  /** The videos that are neither owned nor in the cart, in the order of the catalogue. */
  addVideoIds: number[]
  ownedCount: number
  /** List price of the videos to add. */
  addListPence: Pence
  /** How much more the order would cost than it does now, discounts and code counted. */
  extraPence: Pence
  /** What the whole order would cost then. */
  totalPence: Pence
  /** The collection discount it would have; 0 where the student had it before. */
  savingPence: Pence
  /** True for all videos in one order, which alone earns the longer term. */
  isBundle: boolean
  /** Calendar months the videos of that order would be open. */
  months: number
}

/** The way to the whole collection from a basket; null where nothing is left to add. */
export function findUpgrade(
  basket: Basket<PricedVideo>,
  pricing: PricingTerms,
  now: OrderSums,
): Upgrade | null {
  if (basket.missing.length === 0) return null
  const videos = [...basket.videos, ...basket.missing]
  const then = sumUp({ videos, ownedCount: basket.ownedCount }, pricing)
  const isBundle = videos.length === pricing.terms.collectionSize
  return {
    addVideoIds: basket.missing.map(({ id }) => id),
    ownedCount: basket.ownedCount,
    addListPence: sumPence(basket.missing.map(({ pricePence }) => pricePence)),
    extraPence: subtractPence(then.totalPence, now.totalPence),
    totalPence: then.totalPence,
    savingPence: then.collectionDiscountPence,
    isBundle,
    months: isBundle ? pricing.terms.bundleMonths : pricing.terms.singleMonths,
  }
}
