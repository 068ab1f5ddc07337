import type { presentReferer } from '#server/features/referers/present.ts'
import { totalOverpaid, totalUnpaid } from '#shared/commission/payout.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { addPence, pence, zeroPence } from '#shared/money/money.ts'
import type { PayoutProblem } from '#shared/schemas/payout-run.ts'
import { maskAccountNumber, maskSortCode } from '#shared/schemas/referer.ts'
import type { UnpaidReferer } from './ask-for-bank-details.ts'
import type { BankFileExport } from './bank-files/export-bank-file.ts'
import type { MatchedPayout, StatementMatch } from './bank-files/match-statement.ts'
import type { RunRow } from './bank-files/payout-run-queries.ts'
import type { findSellerAccount } from './bank-files/seller-account.ts'
import type { GeneratedPayouts } from './payouts/generate-payouts.ts'
import type { PortalPayout, Referral, StateSums, sumLinks } from './portal-queries.ts'
import type { LedgerSums, listCommissions, MarkedPayout, PayoutRow, RefererTotals } from './queries.ts'

const NOTHING: LedgerSums = {
  commissionPence: zeroPence,
  paidPence: zeroPence,
  commissionCount: 0,
  payoutCount: 0,
}

type OrderCommission = Awaited<ReturnType<typeof listCommissions>>[number]

/** The commission of one order; `purchaseId` on the wire is the order's id (requirements §3). */
export function presentCommission({ id, orderId, amountPence, createdAt }: OrderCommission) {
  return { id, purchaseId: orderId, commissionAmount: amountPence, createdAt }
}

export function presentPayout(row: PayoutRow) {
  return {
    id: row.id,
    quarterYear: row.quarter,
    payoutAmount: row.payoutPence,
    vatAmount: row.vatPence,
    totalPayoutAmount: row.totalPence,
    commissionCount: row.orderCount,
    status: row.status === 'paid' ? ('paid' as const) : ('pending' as const),
    paidAt: row.paidAt,
    createdAt: row.createdAt,
  }
}

export function presentAdminPayout(row: PayoutRow) {
  const { exportedAt, paidHow, paidNote } = row
  return { ...presentPayout(row), inBankFile: exportedAt !== null, paidHow, paidNote }
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
    totalCommission: commissionPence,
    totalPaid: paidPence,
    totalUnpaid: totalUnpaid(commissionPence, paidPence),
    thisQuarter: { quarterYear: quarter, amount: quarterPence },
  }
}

/** A commission with its state. */
export function presentReferral({
  orderId,
  earnedPence,
  reversedPence,
  correctedPence,
  paidOutPence,
  working,
  ...referral
}: Referral) {
  return {
    ...referral,
    purchaseId: orderId,
    commissionAmount: addPence(earnedPence, reversedPence),
    earnedAmount: earnedPence,
    reversedAmount: reversedPence,
    correctedAmount: correctedPence,
    paidOutAmount: paidOutPence,
    working: working && {
      paid: working.paidPence,
      vat: working.vatPence,
      cardFee: working.feePence,
      net: working.netPence,
      percent: working.percent,
    },
  }
}

type LinkSums = Awaited<ReturnType<typeof sumLinks>>

/** Without a named link there is nothing to tell apart. */
export function presentLinks(links: LinkSums) {
  if (links.every(({ name }) => name === null)) return []
  return links.map(({ name, customers, amountPence }) => ({ name, customers, amount: pence(amountPence) }))
}

/** A payout with the number of its document; null before it is paid. */
export function presentPortalPayout(row: PortalPayout) {
  const { document } = row
  return { ...presentPayout(row), document: document && { number: document.label, kind: document.kind } }
}

export function presentStates(sums: StateSums) {
  return {
    open: sums.openPence,
    carriedForward: sums.carriedPence,
    due: sums.duePence,
    paid: sums.paidPence,
    forfeited: sums.forfeitedPence,
  }
}

export function presentGenerated({ quarter, payouts, carriedForward }: GeneratedPayouts) {
  return { quarterYear: quarter, payouts: payouts.map(presentPayout), carriedForward }
}

/** A referer with the sums of their ledger; without sales there are none. */
export function presentSummary(club: ReturnType<typeof presentReferer>, sums: LedgerSums = NOTHING) {
  const { commissionPence, paidPence, commissionCount, payoutCount } = sums
  return {
    club,
    totalCommission: commissionPence,
    totalPaid: paidPence,
    unpaidCommission: totalUnpaid(commissionPence, paidPence),
    overpaidCommission: totalOverpaid(commissionPence, paidPence),
    commissionCount,
    payoutCount,
  }
}

type RunState = { problem: PayoutProblem | null; earlierFile: string | null }

/** `earlierFile`: the file that contained the same commission before it was unfrozen. */
export function presentRunPayout(
  { id, refererId, referer, totalPence, exportedAt }: RunRow,
  state: RunState,
) {
  return { ...state, id, clubId: refererId, clubName: referer.name, amount: totalPence, exportedAt }
}

export function presentBankFiles({ files, totalPence, refused, quarter, payouts }: BankFileExport) {
  const [first] = files
  return {
    quarter,
    payouts,
    totalAmount: totalPence,
    repeated: files.reduce((sum, { repeated }) => sum + repeated, 0),
    filename: first?.name ?? null,
    content: first?.content ?? '',
    files: files.map(({ name, content }) => ({ filename: name, content })),
    refused: refused.map(({ totalPence: amount, ...payout }) => ({ ...payout, amount })),
  }
}

type SellerAccount = Awaited<ReturnType<typeof findSellerAccount>>

/** The seller's account with the endings of its numbers alone. */
export function presentSellerAccount({ layout, account }: SellerAccount) {
  return {
    layout,
    sortCode: account && maskSortCode(account.sortCode),
    accountNumber: account && maskAccountNumber(account.accountNumber),
    accountName: account?.accountName ?? null,
    serviceUserNumber: account?.serviceUserNumber ?? null,
  }
}

export function presentStatement({ lines, paid, returned, unclear }: StatementMatch) {
  return {
    lines,
    paid: paid.map(presentMatched),
    returned: returned.map(presentMatched),
    unclear: unclear.map(({ row, text, amountPence }) => ({ row, text, amount: amountPence })),
  }
}

function presentMatched({ quarter, amountPence, ...payout }: MatchedPayout) {
  return { ...payout, quarterYear: quarter, amount: amountPence }
}

export function presentMissingBank({ id, name, unpaidPence, askedAt }: UnpaidReferer) {
  return { id, name, unpaidAmount: unpaidPence, askedAt }
}
