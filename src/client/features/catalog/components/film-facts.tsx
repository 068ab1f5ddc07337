import { videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money.ts'
import type { PageFilm } from '../../../app/page-data.ts'
import { usePageData } from '../../../app/page-data-context.tsx'
import { KeyValues } from '../../../ui/facts.tsx'

/** Length, term and price of a film, before its button. */
export function FilmFacts({ film }: { film: PageFilm }) {
  const { terms, vatRate } = usePageData()
  const price = formatPounds(film.pricePence, { sums: true })
  return (
    <KeyValues
      facts={[
        { label: 'Subject', value: film.category },
        { label: 'Length', value: videoDetailMessages.minutes(film.duration) },
        { label: 'Open for', value: `${terms.singleMonths} months from the day you buy it` },
        { label: 'Price', value: vatRate > 0 ? `${price}, VAT included` : price },
      ]}
    />
  )
}
