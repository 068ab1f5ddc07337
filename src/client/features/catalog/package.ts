import { useCart } from '#client/features/cart/use-cart.ts'
import { capitalised, inWords, videosInWords } from '#client/lib/format.ts'
import { listPrice } from '#client/site/catalog-sums.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { formatPounds, type Pence, subtractPence } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** "All seven, open for twelve months instead of three. £40 less than buying them one by one." */
export function packageTerms(count: number, saving: Pence, terms: CatalogTerms): string {
  const months = `open for ${inWords(terms.bundleMonths)} months instead of ${inWords(terms.singleMonths)}`
  return `All ${inWords(count)}, ${months}. ${formatPounds(saving)} less than buying them one by one.`
}

/** "Five films, open for three months each. £40 comes off for completing the set." */
export function restTerms(count: number, saving: Pence, terms: CatalogTerms): string {
  const each = count === 1 ? '' : ' each'
  const months = `${capitalised(videosInWords(count))}, open for ${inWords(terms.singleMonths)} months${each}.`
  return saving > 0 ? `${months} ${formatPounds(saving)} comes off for completing the set.` : months
}

/** Every video on sale is open to this student: there is nothing left to sell them. */
export function useIsPackageOwned(): boolean {
  const { videos } = usePageData()
  const { stateOf } = useCart()
  return videos.length > 0 && videos.every(({ id }) => stateOf(id) === 'owned')
}

export type Rest = { videos: PageVideo[]; savingPence: Pence; pricePence: Pence }

/** What completes the collection of an owner of part of it; null for all others. */
export function useRest(): Rest | null {
  const { videos } = usePageData()
  const { quote, stateOf } = useCart()
  const rest = videos.filter(({ id }) => stateOf(id) !== 'owned')
  if (rest.length === videos.length || rest.length === 0) return null
  const savingPence = quote.remaining?.savingPence ?? quote.collectionDiscountPence
  return { videos: rest, savingPence, pricePence: subtractPence(listPrice(rest), savingPence) }
}
