import { useCart } from '#client/features/cart/use-cart.ts'
import { usePageData } from '#client/site/page-data-context.tsx'

/** Every film on sale is open to this student: there is nothing left to sell them. */
export function useIsPackageOwned(): boolean {
  const { films } = usePageData()
  const { stateOf } = useCart()
  return films.length > 0 && films.every(({ id }) => stateOf(id) === 'owned')
}
