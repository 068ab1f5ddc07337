import { type Pence, subtractPence } from '#shared/money.ts'
import { usePageData } from '../../app/page-data-context.tsx'
import { useCart } from '../cart/use-cart.ts'
import { listPrice } from './catalogue-sums.ts'

export type Rest = { count: number; savingPence: Pence; pricePence: Pence }

/** What would complete the set of somebody who owns part of it; null for everybody else. */
export function useRest(): Rest | null {
  const { films } = usePageData()
  const { quote, stateOf } = useCart()
  const rest = films.filter(({ id }) => stateOf(id) !== 'owned')
  if (rest.length === films.length || rest.length === 0) return null
  const savingPence = quote.remaining?.savingPence ?? quote.collectionDiscountPence
  return { count: rest.length, savingPence, pricePence: subtractPence(listPrice(rest), savingPence) }
}
