import { useCart } from '#client/features/cart/use-cart.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

type FilmActionProps = {
  film: PageFilm
  /** After the press, before what it leads to: a dialog closes. */
  onDone?: () => void
}

/** The one next step with a film: play it, look at the cart, or buy it (requirements §2.3). */
export function FilmAction({ film, onDone }: FilmActionProps) {
  const cart = useCart()
  const { play } = usePlayer()
  const state = cart.stateOf(film.id)
  const [label, act] = {
    owned: [videoDetailMessages.play, () => play(film.id)] as const,
    'in-cart': [videoDetailMessages.alreadyInCart, () => cart.setOpen(true)] as const,
    available: [
      videoDetailMessages.addToCart(formatPounds(film.pricePence)),
      () => cart.add(film.id),
    ] as const,
  }[state]
  return (
    <Button
      variant={state === 'in-cart' ? 'line' : 'go'}
      onClick={() => {
        onDone?.()
        act()
      }}
    >
      {label}
    </Button>
  )
}
