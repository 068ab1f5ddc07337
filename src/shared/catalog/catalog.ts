import type { Pence } from '#shared/money/money.ts'

/** The seven subjects, in the order of the syllabus. `colour` names the token of the design system. */
export const CATEGORIES = [
  { slug: 'air-law', name: 'Air Law', code: 'ALW', colour: 'law' },
  { slug: 'navigation', name: 'Navigation', code: 'NAV', colour: 'nav' },
  { slug: 'meteorology', name: 'Meteorology', code: 'MET', colour: 'met' },
  { slug: 'principles-of-flight', name: 'Principles of Flight', code: 'POF', colour: 'pof' },
  { slug: 'human-performance', name: 'Human Performance', code: 'HPL', colour: 'hpl' },
  { slug: 'aircraft-general', name: 'Aircraft General', code: 'AGK', colour: 'agk' },
  { slug: 'communications', name: 'Communications', code: 'COM', colour: 'com' },
] as const

export type Category = (typeof CATEGORIES)[number]
export type CategorySlug = Category['slug']

/** The category of a name ("Air Law") or slug ("air-law"); null for any other text. */
export function findCategory(nameOrSlug: string): Category | null {
  return CATEGORIES.find(({ name, slug }) => name === nameOrSlug || slug === nameOrSlug) ?? null
}

/** What the owner sets beside the prices: what a whole collection saves, and how long videos stay open. */
export type CatalogTerms = {
  /** How many different videos, owned and carted, make the collection. */
  collectionSize: number
  collectionDiscountPence: Pence
  /** Calendar months a video bought on its own is open. */
  singleMonths: number
  /** Calendar months the videos of a bundle are open. */
  bundleMonths: number
}
