import { useCart } from '#client/features/cart/use-cart.ts'
import { packagePrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { formatPounds, type Pence, subtractPence } from '#shared/money/money.ts'
import { oneByOnePence } from '#shared/pricing/upgrade.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

type PriceProps = { videos: readonly PageVideo[]; fullPence: Pence }

/** What videos cost together; where a club's code takes something off, the full price struck out before it. */
export function Price({ videos, fullPence }: PriceProps) {
  const priced = useCart().quoteWithCode(videos.map(({ id }) => id))
  if (priced === null) return formatPounds(fullPence)
  return (
    <>
      <s className="price-full">
        <span className="visually-hidden">Without the code </span>
        {formatPounds(fullPence)}
      </s>{' '}
      {formatPounds(priced.totalPence)}
    </>
  )
}

/** The price of one video, with the code that is in the cart. */
export function useVideoPrice(): (video: PageVideo) => Pence {
  const { quoteWithCode } = useCart()
  return ({ id, pricePence }) => quoteWithCode([id])?.totalPence ?? pricePence
}

/** The package against its videos one by one, both as the page shows them. */
export function usePackageSaving(): Pence {
  const { videos, terms } = usePageData()
  const { quoteWithCode, referral } = useCart()
  const withCode = quoteWithCode(videos.map(({ id }) => id))
  const oneByOne = oneByOnePence(videos, { terms, referralPercent: referral?.discountPercent ?? 0 })
  return subtractPence(oneByOne, withCode?.totalPence ?? packagePrice(videos, terms))
}
