import { videoDetailMessages } from '#shared/messages/cart.ts'
import { Button } from '../../../ui/button.tsx'
import { packageButton } from '../../cart/package-words.ts'
import { useCart } from '../../cart/use-cart.ts'

/** Adds everything that is neither owned nor in the cart; where all of it is there, it shows the cart. */
export function PackageButton({ full = false }: { full?: boolean }) {
  const { quote, addPackage, isAddingPackage } = useCart()
  const isInCart = quote.remaining === null && quote.lines.length > 0
  return (
    <Button variant="go" full={full} loading={isAddingPackage} onClick={addPackage}>
      {isInCart ? videoDetailMessages.alreadyInCart : packageButton(quote.remaining)}
    </Button>
  )
}
