import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import {
  type Pence,
  percentOf,
  smallerPence,
  subtractPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import { checkedPercent } from '#shared/money/rates.ts'
import type { Cart, PricedVideo } from './cart.ts'

/** The reason of the collection discount: all videos at once, or the rest of a partly owned collection. */
type CollectionDiscount = 'none' | 'bundle' | 'completion'

export type PricingTerms = {
  terms: CatalogTerms
  /** Percent of the referral code, 0 without one. */
  referralPercent: number
  /** Whether the student had the discount for completing a collection before. */
  collectionDiscountUsed: boolean
}

export type OrderSums = {
  subtotalPence: Pence
  collectionDiscount: CollectionDiscount
  collectionDiscountPence: Pence
  referralDiscountPence: Pence
  totalPence: Pence
}

/**
 * The sums of an order in pence: list prices, less the collection discount, less the code's percentage of the rest
 * rounded to whole pounds; never below 0 (requirements §4, §9).
 */
export function sumUp(
  cart: Pick<Cart<PricedVideo>, 'videos' | 'ownedCount' | 'renewedCount'>,
  pricing: PricingTerms,
): OrderSums {
  const subtotalPence = sumPence(cart.videos.map(({ pricePence }) => pricePence))
  const collectionDiscount = reasonForDiscount(cart, pricing)
  const collectionDiscountPence =
    collectionDiscount === 'none'
      ? zeroPence
      : smallerPence(pricing.terms.collectionDiscountPence, subtotalPence)
  const afterCollection = subtractPence(subtotalPence, collectionDiscountPence)
  // Rounding to whole pounds can exceed the sum: 100 % of 50p would be £1.
  const referralDiscountPence = smallerPence(
    percentOf(afterCollection, checkedPercent(pricing.referralPercent), 'halfUpToPound'),
    afterCollection,
  )
  const totalPence = subtractPence(afterCollection, referralDiscountPence)
  return { subtotalPence, collectionDiscount, collectionDiscountPence, referralDiscountPence, totalPence }
}

/**
 * All videos in one order have the discount every time. For completing a collection a student has it once: else a
 * student who owns six videos would get the seventh cheaper every time it expires. A renewal completes nothing.
 */
function reasonForDiscount(
  { videos, ownedCount, renewedCount }: Pick<Cart<PricedVideo>, 'videos' | 'ownedCount' | 'renewedCount'>,
  { terms, collectionDiscountUsed }: PricingTerms,
): CollectionDiscount {
  const count = videos.length
  if (count === terms.collectionSize) return 'bundle'
  const completes = count > renewedCount && ownedCount + count === terms.collectionSize
  return completes && !collectionDiscountUsed ? 'completion' : 'none'
}
