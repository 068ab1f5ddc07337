import { Link } from 'react-router'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { packageButton } from '../../cart/package-words.ts'
import { useCart } from '../../cart/use-cart.ts'
import { useIsPackageOwned } from '../use-is-package-owned.ts'

/** Adds everything that is neither owned nor in the cart; where all of it is there, it shows the cart, and where all is owned, the films. */
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
