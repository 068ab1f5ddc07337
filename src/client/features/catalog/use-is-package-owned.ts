import { useCart } from '#client/features/cart/use-cart.ts'
import { usePageData } from '#client/site/page-data-context.tsx'

/** Every video on sale is open to this student: there is nothing left to sell them. */
export function useIsPackageOwned(): boolean {
  const { videos } = usePageData()
  const { stateOf } = useCart()
  return videos.length > 0 && videos.every(({ id }) => stateOf(id) === 'owned')
}
