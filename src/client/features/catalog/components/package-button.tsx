import { Link } from 'react-router'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useIsPackageOwned } from '#client/features/catalog/use-is-package-owned.ts'
import { packageButton } from '#client/site/package-labels.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'

/** Adds everything that is neither owned nor in the cart; where all of it is there, it shows the cart, and where all is owned, the videos. */
export function PackageButton({ full = false }: { full?: boolean }) {
  const { quote, addPackage, isAddingPackage } = useCart()
  const isOwned = useIsPackageOwned()
  if (isOwned) {
    return (
      <Button variant="go" full={full} asChild>
        <Link to={paths.dashboard()}>{checkoutSuccessMessages.goToVideos}</Link>
      </Button>
    )
  }
  const isInCart = quote.remaining === null && quote.lines.length > 0
  return (
    <Button variant={isInCart ? 'line' : 'go'} full={full} loading={isAddingPackage} onClick={addPackage}>
      {isInCart ? videoDetailMessages.alreadyInCart : packageButton(quote.remaining)}
    </Button>
  )
}
