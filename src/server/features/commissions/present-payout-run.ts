import { pence, toPounds } from '#shared/money.ts'
import type { BankFileOutput, PayoutRunsOutput, RunPayout } from '#shared/schemas/payout-run.ts'
import type { BankFile } from './export-bank-file.ts'
import type { PayoutRun, RunRow } from './queries-payout-run.ts'

export function presentRun(run: PayoutRun): PayoutRunsOutput[number] {
  return {
    quarterYear: run.quarter,
    pending: run.pending,
    totalAmount: toPounds(run.totalPence),
    exported: run.exported,
    exportedAmount: toPounds(run.exportedPence),
  }
}

export function presentRunPayout({
  id,
  refererId,
  referer,
  totalPence,
  exportedAt,
  problem,
}: RunRow): RunPayout {
  return {
    id,
    clubId: refererId,
    clubName: referer.name,
    amount: toPounds(pence(totalPence)),
    exportedAt: exportedAt?.toISOString() ?? null,
    problem,
  }
}

export function presentBankFile(file: BankFile): BankFileOutput {
  return {
    filename: `payments-${file.quarter}.csv`,
    content: file.content,
    payouts: file.payouts,
    totalAmount: toPounds(file.totalPence),
    refused: file.refused.map(({ id, clubName, totalPence, problem }) => ({
      id,
      clubName,
      amount: toPounds(pence(totalPence)),
      problem,
    })),
  }
}
