import { useCart } from '#client/features/cart/use-cart.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { Button } from '#client/ui/button.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

type VideoActionProps = {
  video: PageVideo
  /** After the press, before what it leads to: a dialog closes. */
  onDone?: () => void
}

/** The one next step with a video: play it, look at the cart, or buy it (requirements §2.3). */
export function VideoAction({ video, onDone }: VideoActionProps) {
  const cart = useCart()
  const { play } = usePlayer()
  const state = cart.stateOf(video.id)
  const [label, act] = {
    owned: [videoDetailMessages.play, () => play(video.id)] as const,
    'in-cart': [videoDetailMessages.alreadyInCart, () => cart.setOpen(true)] as const,
    available: [
      videoDetailMessages.addToCart(formatPounds(video.pricePence)),
      () => cart.add(video.id),
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
