import { totalOverpaid, totalUnpaid } from '#shared/commission/payout.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { addPence, pence, toPounds, zeroPence } from '#shared/money/money.ts'
import type {
  RefererOutput,
  RefererQuarterOutput,
  RefererSummaryOutput,
} from '#shared/schemas/admin-reports.ts'
import type { AdminPayoutOutput } from '#shared/schemas/payouts.ts'
import type { PayoutOutput, ReferralOutput } from '#shared/schemas/referer.ts'
import type { Ending } from './payouts/end-referer.ts'
import type { GeneratedPayouts } from './payouts/generate-payouts.ts'
import type { PortalPayout, Referral, StateSums } from './portal-queries.ts'
import type { RefererQuarter, UnprocessedQuarter } from './quarter-queries.ts'
import type { LedgerSums, MarkedPayout, OrderCommission, PayoutRow, RefererTotals } from './queries.ts'

const NOTHING: LedgerSums = {
  commissionPence: zeroPence,
  paidPence: zeroPence,
  commissionCount: 0,
  payoutCount: 0,
}

/** The commission of one order; `purchaseId` on the wire is the order's id (requirements §3). */
export function presentCommission({ id, orderId, amountPence, createdAt }: OrderCommission): ReferralOutput {
  return {
    id,
    purchaseId: orderId,
    commissionAmount: toPounds(amountPence),
    createdAt: createdAt.toISOString(),
  }
}

export function presentPayout(row: PayoutRow): PayoutOutput {
  return {
    id: row.id,
    quarterYear: row.quarter,
    payoutAmount: toPounds(pence(row.payoutPence)),
    vatAmount: toPounds(pence(row.vatPence)),
    totalPayoutAmount: toPounds(pence(row.totalPence)),
    commissionCount: row.orderCount,
    status: row.status === 'paid' ? 'paid' : 'pending',
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentAdminPayout(row: PayoutRow): AdminPayoutOutput {
  return {
    ...presentPayout(row),
    inBankFile: row.exportedAt !== null,
    paidHow: row.paidHow,
    paidNote: row.paidNote,
  }
}

/** The payout, with a warning where it was marked as paid without bank details. */
export function presentMarked(row: MarkedPayout) {
  const { bankSortCodeEnding, bankAccountEnding } = row.referer
  const isBankMissing = !bankSortCodeEnding || !bankAccountEnding
  const isDoubtful = row.status === 'paid' && row.exportedAt === null && isBankMissing
  return { ...presentAdminPayout(row), warning: isDoubtful ? adminDashboardMessages.noBankDetails : null }
}

export function presentTotals({ commissionPence, paidPence, quarter, quarterPence }: RefererTotals) {
  return {
    totalCommission: toPounds(commissionPence),
    totalPaid: toPounds(paidPence),
    totalUnpaid: toPounds(totalUnpaid(commissionPence, paidPence)),
    thisQuarter: { quarterYear: quarter, amount: toPounds(quarterPence) },
  }
}

/** A commission with its state. */
export function presentReferral({ id, orderId, createdAt, ...referral }: Referral) {
  const { earnedPence, reversedPence, correctedPence, state, waitsForFee } = referral
  return {
    id,
    purchaseId: orderId,
    createdAt: createdAt.toISOString(),
    commissionAmount: toPounds(addPence(earnedPence, reversedPence)),
    earnedAmount: toPounds(earnedPence),
    reversedAmount: toPounds(reversedPence),
    correctedAmount: toPounds(correctedPence),
    state,
    waitsForFee,
  }
}

/** A payout with its document; null before it is paid. */
export function presentPortalPayout(row: PortalPayout) {
  const { document } = row
  return { ...presentPayout(row), document: document && { number: document.label, kind: document.kind } }
}

export function presentStates(sums: StateSums) {
  return {
    open: toPounds(sums.openPence),
    carriedForward: toPounds(sums.carriedPence),
    due: toPounds(sums.duePence),
    paid: toPounds(sums.paidPence),
    forfeited: toPounds(sums.forfeitedPence),
  }
}

export function presentRefererQuarter({ quarter, ...row }: RefererQuarter): RefererQuarterOutput {
  return {
    quarterYear: quarter,
    sales: row.sales,
    earnedAmount: toPounds(row.earnedPence),
    forfeitedAmount: toPounds(row.forfeitedPence),
    isUnprocessed: row.isUnprocessed,
  }
}

export function presentUnprocessed({ quarter, commissionCount, commissionPence }: UnprocessedQuarter) {
  return { quarterYear: quarter, commissionCount, commissionAmount: toPounds(commissionPence) }
}

export function presentGenerated({ quarter, payouts, carriedForward }: GeneratedPayouts) {
  return { quarterYear: quarter, payouts: payouts.map(presentPayout), carriedForward }
}

export function presentEnding(id: string, { endedAt, forfeitedPence }: Ending) {
  return { id, endedAt: endedAt.toISOString(), forfeitedAmount: toPounds(forfeitedPence) }
}

/** A referer with the sums of their ledger; without sales there are none. */
export function presentSummary(club: RefererOutput, sums: LedgerSums = NOTHING): RefererSummaryOutput {
  return {
    club,
    totalCommission: toPounds(sums.commissionPence),
    totalPaid: toPounds(sums.paidPence),
    unpaidCommission: toPounds(totalUnpaid(sums.commissionPence, sums.paidPence)),
    overpaidCommission: toPounds(totalOverpaid(sums.commissionPence, sums.paidPence)),
    commissionCount: sums.commissionCount,
    payoutCount: sums.payoutCount,
  }
}
