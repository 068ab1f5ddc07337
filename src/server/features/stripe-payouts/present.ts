import { subtractPence } from '#shared/money/money.ts'
import {
  type ClearingAccount,
  clearingAccount,
  explainMovement,
  explainPayout,
  type Movement,
  movementKind,
  type Problem,
} from './clearing-account.ts'
import type { PayoutSums, sumBalance } from './queries.ts'

type Listed = {
  readUntil: Date | null
  sums: Awaited<ReturnType<typeof sumBalance>>
  problems: readonly Problem[]
  payouts: readonly PayoutSums[]
  size: number
}

export function presentPayouts({ readUntil, sums, problems, payouts, size }: Listed) {
  return {
    readUntil,
    account: presentAccount(clearingAccount(sums)),
    problems: problems.map(({ text }) => text),
    payouts: payouts.slice(0, size).map(presentPayout),
    hasMore: payouts.length > size,
  }
}

export function presentPayoutDetail(payout: PayoutSums, lines: readonly Movement[]) {
  const problems = [
    explainPayout({ payoutId: payout.id, ...payout }, payout.linesPence),
    ...lines.map(explainMovement),
  ]
  return {
    payout: presentPayout(payout),
    account: presentAccount(clearingAccount(lines)),
    problems: problems.flatMap((problem) => problem?.text ?? []),
    lines: lines.map((line) => ({
      id: line.transactionId,
      at: line.at,
      kind: movementKind(line.category),
      description: line.description,
      orderId: line.orderId,
      invoiceNumber: line.invoiceNumber,
      amount: line.amountPence,
      fee: line.feePence,
      net: line.netPence,
      problem: explainMovement(line)?.text ?? null,
    })),
  }
}

function presentPayout({ linesPence, lineCount, amountPence, isListed, ...payout }: PayoutSums) {
  const { id, status, isAutomatic, createdAt, arrivesAt, paidAgainWith } = payout
  return {
    id,
    amount: amountPence,
    status,
    isAutomatic,
    isListed,
    createdAt,
    arrivesAt,
    lines: lineCount,
    difference: isListed ? subtractPence(amountPence, linesPence) : 0,
    paidAgainWith,
  }
}

function presentAccount(account: ClearingAccount) {
  return {
    gross: account.grossPence,
    refunds: account.refundsPence,
    disputes: account.disputesPence,
    other: account.otherPence,
    fees: account.feesPence,
    paidOut: account.paidOutPence,
    atStripe: account.atStripePence,
    difference: account.differencePence,
  }
}
