import { useCart } from '#client/features/cart/use-cart.ts'
import type { VideoRow } from '#client/features/dashboard/video-rows.ts'
import { formatDay } from '#client/lib/format.ts'
import { packagePrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button, TextButton } from '#client/ui/button.tsx'
import { renewalMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** Offers the next term of a video, which begins where the present one ends. */
export function Renew({ video, renewsFrom }: { video: PageVideo; renewsFrom: string }) {
  const renew = useRenew([video.id])
  const offer = renewalMessages.offer(formatDay(renewsFrom), formatPounds(video.pricePence))
  return (
    <TextButton className="no-print" aria-label={`${video.title}: ${offer}`} onClick={renew}>
      {offer}
    </TextButton>
  )
}

/** The same for the whole set, at the price and with the term of the package. */
export function RenewSet({ rows }: { rows: readonly VideoRow[] }) {
  const { terms } = usePageData()
  const renewable = rows.filter(({ renewsFrom }) => renewsFrom !== null)
  return renewable.length === terms.collectionSize ? <RenewAll rows={renewable} /> : null
}

function RenewAll({ rows }: { rows: readonly VideoRow[] }) {
  const { videos, terms } = usePageData()
  const renew = useRenew(rows.map(({ video }) => video.id))
  return (
    <Button className="no-print" onClick={renew}>
      {renewalMessages.offerSet(formatPounds(packagePrice(videos, terms)))}
    </Button>
  )
}

function useRenew(videoIds: readonly number[]): () => void {
  const cart = useCart()
  return () => {
    cart.addAll(videoIds)
    cart.setOpen(true)
  }
}
