import { formatDay } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { useOpenUntil } from '#client/site/session/use-ownership.ts'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

/** Length, term and price of a film, before its button; to an owner until when it is open, and no price. */
export function FilmFacts({ film }: { film: PageFilm }) {
  const { terms, vatRate } = usePageData()
  const openUntil = useOpenUntil(film.id)
  const price = formatPounds(film.pricePence)
  const offer = [
    { label: 'Open for', value: `${terms.singleMonths} months from the day you buy it` },
    { label: 'Price', value: vatRate > 0 ? `${price}, VAT included` : price },
  ]
  return (
    <KeyValues
      facts={[
        // A film of one subject is mostly called after it.
        ...(film.category === film.title ? [] : [{ label: 'Subject', value: film.category }]),
        { label: 'Length', value: videoDetailMessages.minutes(film.duration) },
        ...(openUntil === null ? offer : [{ label: 'Open until', value: formatDay(openUntil) }]),
      ]}
    />
  )
}
