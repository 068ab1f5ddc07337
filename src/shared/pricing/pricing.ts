import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { upgradePromptMaxItems, upgradePromptMinItems } from '#shared/limits.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'
import { type PricedVideo, sortCart } from './cart.ts'
import { type QuoteLine, shareOverLines } from './order-lines.ts'
import { type OrderSums, sumUp } from './order-sums.ts'
import { findUpgrade, type Upgrade } from './upgrade.ts'

/** A validated referral code and the percentage its buyers save. */
export type Referral = { code: string; discountPercent: number; clubName?: string }

export type QuoteInput = {
  catalog: readonly PricedVideo[]
  terms: CatalogTerms
  /** Videos with a valid entitlement. */
  ownedVideoIds: readonly number[]
  /** Those of them that can be bought again now: their new term begins where the old one ends. */
  renewableVideoIds?: readonly number[]
  /** As the browser sent them, with repeated, owned and unknown ids. */
  cartVideoIds: readonly number[]
  referral: Referral | null
  /** A fraction: 0.2 is 20 %. */
  vatRate: number
  /** Whether the student had the discount for completing a collection before. */
  collectionDiscountUsed: boolean
}

/** Everything the cart drawer shows and the server charges, in pence. */
export type Quote = OrderSums &
  VatSplit & {
    lines: QuoteLine[]
    referral: Referral | null
    /** Percent of the code, 0 without one. */
    referralPercent: number
    /** All videos of the collection in this one order. */
    isBundle: boolean
    /** The prompt in the cart drawer; null where it is not shown. */
    upgrade: Upgrade | null
    /** The upgrade to the whole collection, shown or not; null where nothing is left to add. */
    remaining: Upgrade | null
    /** Ids left out because they are owned and cannot be renewed now. */
    droppedOwned: number[]
    /** Ids left out because no video has them. */
    unknown: number[]
  }

/**
 * Prices a cart for the drawer, the checkout and the charge alike (requirements §4). Throws RangeError for a
 * percentage outside 0 to 100 and for a negative VAT rate.
 */
export function quote(input: QuoteInput): Quote {
  const cart = sortCart(input)
  const referralPercent = input.referral?.discountPercent ?? 0
  const pricing = { ...input, referralPercent }
  const sums = sumUp(cart, pricing)
  const vat = splitGross(sums.totalPence, input.vatRate)
  const remaining = findUpgrade(cart, pricing, sums)
  const count = cart.videos.length
  return {
    ...sums,
    ...vat,
    lines: shareOverLines({ videos: cart.videos, sums, vatPence: vat.vatPence }),
    referral: input.referral,
    referralPercent,
    isBundle: count === input.terms.collectionSize,
    upgrade: count >= upgradePromptMinItems && count <= upgradePromptMaxItems ? remaining : null,
    remaining,
    droppedOwned: cart.droppedOwned,
    unknown: cart.unknown,
  }
}

/** The least that Stripe charges in pounds sterling. */
const smallestChargePence = pence(30)

/** Whether a total in pence can be charged; 1p to 29p is below what Stripe charges. */
export function chargeability(total: Pence): 'free' | 'too-small' | 'chargeable' {
  if (total <= 0) return 'free'
  return total < smallestChargePence ? 'too-small' : 'chargeable'
}
