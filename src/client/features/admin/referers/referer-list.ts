import { parsePounds, sumPence } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'

export const REFERER_ORDERS = [
  ['unpaid', 'Most unpaid first'],
  ['total', 'Most earned first'],
  ['sales', 'Most new customers first'],
  ['name', 'By name'],
] as const

export type RefererOrder = (typeof REFERER_ORDERS)[number][0]

export const REFERERS_SHOWN = [
  ['all', 'All referers'],
  ['unpaid', 'With unpaid commission'],
  ['overpaid', 'Overpaid'],
  ['active', 'Active'],
  ['ended', 'Ended'],
] as const

export type ReferersShown = (typeof REFERERS_SHOWN)[number][0]

/** Referers on one page of the summary: opening all of them asks the server for each. */
export const REFERERS_A_PAGE = 10

/** On the dashboard. */
export const REFERERS_IN_BRIEF = 5

/** Those asked for whose name, code or contact holds what is searched for, in the order asked for; equals by name. */
export function findReferers(
  summaries: readonly RefererSummaryOutput[],
  { search, order, shown }: { search: string; order: RefererOrder; shown: ReferersShown },
): RefererSummaryOutput[] {
  const sought = search.trim().toLocaleLowerCase('en-GB')
  return summaries
    .filter(IS_SHOWN[shown])
    .filter(({ club }) =>
      [club.name, club.referralCode, club.contactName, club.contactEmail].some((text) =>
        text.toLocaleLowerCase('en-GB').includes(sought),
      ),
    )
    .toSorted((a, b) => RANKS[order](b) - RANKS[order](a) || byName.compare(a.club.name, b.club.name))
}

const IS_SHOWN: Record<ReferersShown, (summary: RefererSummaryOutput) => boolean> = {
  all: () => true,
  unpaid: ({ unpaidCommission }) => parsePounds(unpaidCommission) > 0,
  overpaid: ({ overpaidCommission }) => parsePounds(overpaidCommission) > 0,
  active: ({ club }) => club.endedAt === null,
  ended: ({ club }) => club.endedAt !== null,
}

const byName = new Intl.Collator('en-GB', { numeric: true })

const RANKS: Record<RefererOrder, (summary: RefererSummaryOutput) => number> = {
  unpaid: ({ unpaidCommission }) => parsePounds(unpaidCommission),
  total: ({ totalCommission }) => parsePounds(totalCommission),
  sales: ({ commissionCount }) => commissionCount,
  name: () => 0,
}

/** Sums of the summary's columns, in pence, and how many of the referers are active. */
export function sumReferers(summaries: readonly RefererSummaryOutput[]) {
  const column = (pick: (summary: RefererSummaryOutput) => string) =>
    sumPence(summaries.map((summary) => parsePounds(pick(summary))))
  return {
    totalPence: column((summary) => summary.totalCommission),
    paidPence: column((summary) => summary.totalPaid),
    unpaidPence: column((summary) => summary.unpaidCommission),
    overpaidPence: column((summary) => summary.overpaidCommission),
    sales: summaries.reduce((sum, { commissionCount }) => sum + commissionCount, 0),
    active: summaries.filter(({ club }) => club.endedAt === null).length,
  }
}
