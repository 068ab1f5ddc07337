import { usePageData } from '../../app/page-data-context.tsx'
import { useCart } from '../cart/use-cart.ts'

/** Every film on sale is open to this student: there is nothing left to sell them. */
export function useIsPackageOwned(): boolean {
  const { films } = usePageData()
  const { stateOf } = useCart()
  return films.length > 0 && films.every(({ id }) => stateOf(id) === 'owned')
}
