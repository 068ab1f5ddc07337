import { catalogMessages } from '#shared/messages/catalog.ts'
import { type Pence, pence, subtractPence, sumPence } from '#shared/money/money.ts'
import { chargeability } from '#shared/pricing/pricing.ts'

/** The dearest a video may be. */
export const highestPricePence = pence(1_000_000)
/** Five years. */
export const longestAccessMonths = 60
export const longestDurationMinutes = 1_000

/** What a person types as pounds, "60", "59.5" or "£1,200.00", in pence; null for any other text: "60,50" is not £6,050. */
export function readPounds(text: string): Pence | null {
  const plain = text.trim().replace(/^£\s*/, '')
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return null
  const [pounds = '0', rest = ''] = plain.replaceAll(',', '').split('.')
  return pence(Number(pounds) * 100 + Number(rest.padEnd(2, '0')))
}

/** What is wrong with a video's price in pence; null for one that can be charged, and for nothing at all. */
export function findPriceError(price: Pence): string | null {
  if (price > highestPricePence) return catalogMessages.priceTooLarge
  return chargeability(price) === 'too-small' ? catalogMessages.priceTooSmall : null
}

/**
 * Whether a new price in pence is likely a typing error, and confirmed before it is saved: nothing at all, more
 * than double or less than half of what it was.
 */
export function isUnlikelyPrice({ before, after }: { before: Pence; after: Pence }): boolean {
  if (after === before) return false
  return after === 0 || after > 2 * before || 2 * after < before
}

/** A tenth, and a minute at least: titles and rounding make less. */
const LENGTH_SHARE = 0.1

/** Whether a file runs so much shorter or longer than the catalog says that it may be another video. */
export function isUnlikelyLength({ seconds, minutes }: { seconds: number; minutes: number }): boolean {
  return Math.abs(seconds - minutes * 60) > Math.max(60, minutes * 60 * LENGTH_SHARE)
}

/**
 * What is wrong between the prices of all videos and what a collection saves, both in pence: the complete package
 * must not fall below nothing, nor cost what no card can be charged. `changed` is the video being edited.
 */
export function findPackageError(
  prices: readonly Pence[],
  discount: Pence,
  changed: 'price' | 'discount',
): string | null {
  const list = sumPence(prices)
  const total = subtractPence(list, discount)
  if (total < 0) {
    return changed === 'discount'
      ? catalogMessages.discountTooLarge(list)
      : catalogMessages.packageBelowNothing(discount)
  }
  return chargeability(total) === 'too-small' ? catalogMessages.packageTooSmall : null
}
