import { Button } from '../../../ui/button.tsx'
import { packageButton } from '../../cart/package-words.ts'
import { useCart } from '../../cart/use-cart.ts'

/** Adds everything that is neither owned nor in the cart. */
export function PackageButton({ full = false }: { full?: boolean }) {
  const { quote, addPackage } = useCart()
  return (
    <Button variant="go" full={full} onClick={addPackage}>
      {packageButton(quote.remaining)}
    </Button>
  )
}
