import { useCart } from '#client/features/cart/use-cart.ts'
import { formatDay } from '#client/lib/format.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { earlyAdd } from '#client/site/early-add.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { useOpenUntil } from '#client/site/session/use-ownership.ts'
import { Button } from '#client/ui/button.tsx'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { Price, useVideoPrice } from './price.tsx'

/** Length, term and price of a video, before its button; to an owner until when it is open, and no price. */
export function VideoDetails({ video }: { video: PageVideo }) {
  const { terms, vatRate } = usePageData()
  const openUntil = useOpenUntil(video.id)
  const price = <Price videos={[video]} fullPence={video.pricePence} />
  const offer = [
    { label: 'Open for', value: `${terms.singleMonths} months from the day you buy it` },
    { label: 'With it', value: 'Your own notes, and questions to the instructor' },
    { label: 'Price', value: vatRate > 0 ? <>{price}, VAT included</> : price },
  ]
  return (
    <KeyValues
      details={[
        // A video of one subject is mostly called after it.
        ...(video.category === video.title ? [] : [{ label: 'Subject', value: video.category }]),
        { label: 'Length', value: videoDetailMessages.minutes(video.duration) },
        ...(openUntil === null ? offer : [{ label: 'Open until', value: formatDay(openUntil) }]),
      ]}
    />
  )
}

type VideoActionProps = {
  video: PageVideo
  /** After the press, before what it leads to: a dialog closes. */
  onDone?: () => void
  inCartLabel?: string
}

/** The one next step with a video: play it, look at the cart, or buy it (requirements §2.3). */
export function VideoAction({
  video,
  onDone,
  inCartLabel = videoDetailMessages.viewInCart,
}: VideoActionProps) {
  const cart = useCart()
  const priceOf = useVideoPrice()
  const { play } = usePlayer()
  const state = cart.stateOf(video.id)
  const [label, act] = {
    owned: [videoDetailMessages.play, () => play(video.id)] as const,
    'in-cart': [inCartLabel, () => cart.setOpen(true)] as const,
    available: [
      videoDetailMessages.addToCart(formatPounds(priceOf(video))),
      () => cart.add(video.id),
    ] as const,
  }[state]
  return (
    <Button
      variant={state === 'in-cart' ? 'in-cart' : 'go'}
      {...(state === 'available' && earlyAdd([video.id]))}
      onClick={() => {
        onDone?.()
        act()
      }}
    >
      {label}
    </Button>
  )
}
