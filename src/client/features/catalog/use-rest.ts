import { useCart } from '#client/features/cart/use-cart.ts'
import { listPrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { type Pence, subtractPence } from '#shared/money/money.ts'

export type Rest = { count: number; savingPence: Pence; pricePence: Pence }

/** What completes the collection of an owner of part of it; null for all others. */
export function useRest(): Rest | null {
  const { videos } = usePageData()
  const { quote, stateOf } = useCart()
  const rest = videos.filter(({ id }) => stateOf(id) !== 'owned')
  if (rest.length === videos.length || rest.length === 0) return null
  const savingPence = quote.remaining?.savingPence ?? quote.collectionDiscountPence
  return { count: rest.length, savingPence, pricePence: subtractPence(listPrice(rest), savingPence) }
}
