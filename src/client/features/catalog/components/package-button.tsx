import { useCart } from '#client/features/cart/use-cart.ts'
import { useIsPackageOwned } from '#client/features/catalog/package.ts'
import { earlyAdd } from '#client/site/early-add.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { packageButton } from '#client/site/package-labels.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'

/** Adds everything that is neither owned nor in the cart; where all of it is there, it shows the cart, and where all is owned, the videos. */
export function PackageButton({ full = false, onDone }: { full?: boolean; onDone?: () => void }) {
  const { quote, addPackage, isAddingPackage } = useCart()
  const isOwned = useIsPackageOwned()
  if (isOwned) {
    return (
      <LinkButton to={paths.dashboard()} variant="go" full={full} {...(onDone && { onClick: onDone })}>
        {checkoutSuccessMessages.goToVideos}
      </LinkButton>
    )
  }
  const isInCart = quote.remaining === null && quote.lines.length > 0
  function press() {
    onDone?.()
    addPackage()
  }
  return (
    <Button
      variant={isInCart ? 'in-cart' : 'go'}
      full={full}
      loading={isAddingPackage}
      {...(quote.remaining && earlyAdd(quote.remaining.addVideoIds))}
      onClick={press}
    >
      {isInCart ? videoDetailMessages.viewInCart : packageButton(quote.remaining)}
    </Button>
  )
}
