import { parsePounds, sumPence } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'

export const REFERER_ORDERS = {
  unpaid: 'Most unpaid first',
  total: 'Most earned first',
  sales: 'Most sales first',
  name: 'By name',
} as const

export type RefererOrder = keyof typeof REFERER_ORDERS

export function isRefererOrder(text: string): text is RefererOrder {
  return Object.hasOwn(REFERER_ORDERS, text)
}

export const REFERERS_SHOWN = {
  all: 'All referers',
  unpaid: 'With unpaid commission',
  overpaid: 'Overpaid',
  active: 'Active',
  ended: 'Ended',
} as const

export type ReferersShown = keyof typeof REFERERS_SHOWN

export function isReferersShown(text: string): text is ReferersShown {
  return Object.hasOwn(REFERERS_SHOWN, text)
}

/** Referers on one page of the summary: opening all of them asks the server for each. */
export const REFERERS_A_PAGE = 10

/** Those asked for whose name, code or contact holds the words, in the order asked for; equals by name. */
export function findReferers(
  summaries: readonly RefererSummaryOutput[],
  { words, order, shown }: { words: string; order: RefererOrder; shown: ReferersShown },
): RefererSummaryOutput[] {
  const sought = words.trim().toLocaleLowerCase('en-GB')
  return summaries
    .filter((summary) => isShown(summary, shown))
    .filter(({ club }) =>
      [club.name, club.referralCode, club.contactName, club.contactEmail].some((text) =>
        text.toLocaleLowerCase('en-GB').includes(sought),
      ),
    )
    .toSorted((a, b) => rank(b, order) - rank(a, order) || byName.compare(a.club.name, b.club.name))
}

function isShown(
  { club, unpaidCommission, overpaidCommission }: RefererSummaryOutput,
  shown: ReferersShown,
): boolean {
  switch (shown) {
    case 'all':
      return true
    case 'unpaid':
      return parsePounds(unpaidCommission) > 0
    case 'overpaid':
      return parsePounds(overpaidCommission) > 0
    case 'active':
      return club.endedAt === null
    case 'ended':
      return club.endedAt !== null
  }
}

const byName = new Intl.Collator('en-GB', { numeric: true })

function rank(summary: RefererSummaryOutput, order: RefererOrder): number {
  switch (order) {
    case 'unpaid':
      return parsePounds(summary.unpaidCommission)
    case 'total':
      return parsePounds(summary.totalCommission)
    case 'sales':
      return summary.commissionCount
    case 'name':
      return 0
  }
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
