import type { CatalogueTerms } from '#shared/catalogue.ts'
import { formatPounds } from '#shared/money.ts'
import { inWords } from '../../lib/format.ts'

/** "All seven, open for twelve months instead of three. £40 less than buying them one by one." */
export function packageTerms(count: number, terms: CatalogueTerms): string {
  const months = `open for ${inWords(terms.bundleMonths)} months instead of ${inWords(terms.singleMonths)}`
  const saving = formatPounds(terms.collectionDiscountPence)
  return `All ${inWords(count)}, ${months}. ${saving} less than buying them one by one.`
}
