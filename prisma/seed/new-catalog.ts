import type { CatalogTerms, CategorySlug } from '#shared/catalog/catalog.ts'
import { videosInCollection } from '#shared/limits.ts'
import { type Pence, pence } from '#shared/money/money.ts'

/** The terms a new shop starts with: the complete package is £340 instead of £380 (requirements §4, §9). */
export const CATALOG_TERMS: CatalogTerms = {
  collectionSize: videosInCollection,
  collectionDiscountPence: pence(4_000),
  singleMonths: 3,
  bundleMonths: 12,
}

export type CatalogVideo = {
  id: number
  title: string
  category: CategorySlug
  description: string
  durationMinutes: number
  pricePence: Pence
}

/** The videos a new shop starts with. */
export const CATALOG: readonly CatalogVideo[] = [
  {
    id: 1,
    title: 'Air Law',
    category: 'air-law',
    description:
      'Who may fly what, where, and on whose say-so: the rules of the air, the classes of airspace, and the papers a ramp check will ask for.',
    durationMinutes: 84,
    pricePence: pence(6_000),
  },
  {
    id: 2,
    title: 'Navigation',
    category: 'navigation',
    description:
      'Draw the line, work out heading and time, then keep to both. Charts, the triangle of velocities, and a plan for the moment you are not where you thought.',
    durationMinutes: 112,
    pricePence: pence(6_000),
  },
  {
    id: 3,
    title: 'Meteorology',
    category: 'meteorology',
    description:
      'Why the air does what it does. Pressure, fronts, cloud, fog and ice, METAR and TAF line by line, and when to stay on the ground.',
    durationMinutes: 105,
    pricePence: pence(6_000),
  },
  {
    id: 4,
    title: 'Principles of Flight',
    category: 'principles-of-flight',
    description:
      'What holds the aeroplane up, what holds it back, and what happens at the stall. Drawn step by step; the algebra stays short.',
    durationMinutes: 96,
    pricePence: pence(6_000),
  },
  {
    id: 5,
    title: 'Human Performance',
    category: 'human-performance',
    description:
      'The part of the aeroplane that tires, guesses and sees what it expects. Eyes, ears, oxygen, judgement, and habits that catch the mistake.',
    durationMinutes: 62,
    pricePence: pence(4_000),
  },
  {
    id: 6,
    title: 'Aircraft General',
    category: 'aircraft-general',
    description:
      'Airframe, engine, electrics and instruments: how each part works, how it fails, and what the panel shows you first.',
    durationMinutes: 90,
    pricePence: pence(6_000),
  },
  {
    id: 7,
    title: 'Communications',
    category: 'communications',
    description:
      'What to say, to whom, and in which order. The calls of an ordinary flight, and Mayday and Pan-Pan practised until they come without thinking.',
    durationMinutes: 68,
    pricePence: pence(4_000),
  },
]
