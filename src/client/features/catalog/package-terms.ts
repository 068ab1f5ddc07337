import { capitalised, inWords, videosInWords } from '#client/lib/format.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { formatPounds, type Pence } from '#shared/money/money.ts'

/** "All seven, open for twelve months instead of three. £40 less than buying them one by one." */
export function packageTerms(count: number, terms: CatalogTerms): string {
  const months = `open for ${inWords(terms.bundleMonths)} months instead of ${inWords(terms.singleMonths)}`
  const saving = formatPounds(terms.collectionDiscountPence)
  return `All ${inWords(count)}, ${months}. ${saving} less than buying them one by one.`
}

/** "Five films, open for three months each. £40 comes off for completing the set." */
export function restTerms(count: number, saving: Pence, terms: CatalogTerms): string {
  const each = count === 1 ? '' : ' each'
  const months = `${capitalised(videosInWords(count))}, open for ${inWords(terms.singleMonths)} months${each}.`
  return saving > 0 ? `${months} ${formatPounds(saving)} comes off for completing the set.` : months
}
