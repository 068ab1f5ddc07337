import { CATEGORIES } from '#shared/catalog/catalog.ts'
import { addPence, formatPounds, negatePence, parsePounds, scalePence } from '#shared/money/money.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import type { WaterfallOutput } from '#shared/schemas/reports.ts'

/** From here on a chart says thousands: six sums of more figures do not stand beside each other on a phone. */
const THOUSANDS_FROM_PENCE = 1_000_000

/** An amount to the nearest pound: "£1,490". */
export function wholePounds(pounds: string): string {
  const amount = parsePounds(pounds)
  return formatPounds(scalePence({ amount, numerator: 1, denominator: 1, rounding: 'halfUpToPound' }))
}

/** An amount for a column: as `wholePounds`, and from £10,000 up "£178k"; the table beside it has the pennies. */
export function chartPounds(pounds: string): string {
  const amount = parsePounds(pounds)
  if (Math.abs(amount) < THOUSANDS_FROM_PENCE) return wholePounds(pounds)
  const thousands = scalePence({ amount, numerator: 1, denominator: 1_000, rounding: 'halfUpToPound' })
  return `${formatPounds(thousands)}k`
}

/** What was taken off, with its sign: "−£12.00"; nothing taken is "£0.00". */
export function takenOff(...pounds: readonly string[]): string {
  const sum = pounds.map(parsePounds).reduce(addPence)
  return formatPounds(negatePence(sum), { sums: true })
}

/** The subject of a video, for its colour and symbol; undefined for one the catalog does not have. */
export function subjectOf(videoId: number) {
  return CATEGORIES[videoId - 1]?.slug
}

/** Both discounts of a waterfall, as one figure. */
export function discountsOf({ collectionDiscount, codeDiscount }: WaterfallOutput): string {
  return takenOff(collectionDiscount, codeDiscount)
}

type Referer = RevenueAnalyticsOutput['clubValueComparison'][number]

export const REFERER_ORDERS = [
  ['revenue', 'Most revenue first'],
  ['commission', 'Most commission first'],
  ['customers', 'Most customers first'],
  ['name', 'By name'],
] as const

export type RefererOrder = (typeof REFERER_ORDERS)[number][0]

/** Referers whose name holds what is searched for, in the order asked for; equals by name. */
export function findReferers(
  referers: readonly Referer[],
  { search, order }: { search: string; order: RefererOrder },
): Referer[] {
  const sought = search.trim().toLocaleLowerCase('en-GB')
  return referers
    .filter(({ clubName }) => clubName.toLocaleLowerCase('en-GB').includes(sought))
    .toSorted((a, b) => RANKS[order](b) - RANKS[order](a) || byName.compare(a.clubName, b.clubName))
}

const byName = new Intl.Collator('en-GB', { numeric: true })

const RANKS: Record<RefererOrder, (referer: Referer) => number> = {
  revenue: ({ totalRevenue }) => parsePounds(totalRevenue),
  commission: ({ commissionGenerated }) => parsePounds(commissionGenerated),
  customers: ({ customerCount }) => customerCount,
  name: () => 0,
}
