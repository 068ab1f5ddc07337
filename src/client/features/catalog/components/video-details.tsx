import { formatDay } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { useOpenUntil } from '#client/site/session/use-ownership.ts'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** Length, term and price of a video, before its button; to an owner until when it is open, and no price. */
export function VideoDetails({ video }: { video: PageVideo }) {
  const { terms, vatRate } = usePageData()
  const openUntil = useOpenUntil(video.id)
  const price = formatPounds(video.pricePence)
  const offer = [
    { label: 'Open for', value: `${terms.singleMonths} months from the day you buy it` },
    { label: 'Price', value: vatRate > 0 ? `${price}, VAT included` : price },
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
