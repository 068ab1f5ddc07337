import { pence, toPounds } from '#shared/money/money.ts'
import type {
  BankFileOutput,
  BankFilesOutput,
  PayoutProblem,
  PayoutRunsOutput,
  RunPayout,
} from '#shared/schemas/payout-run.ts'
import type { BankFileRow } from './bank-file-queries.ts'
import type { BankFile } from './export-bank-file.ts'
import type { PayoutRun, RunRow } from './payout-run-queries.ts'

export function presentRun(run: PayoutRun): PayoutRunsOutput[number] {
  return {
    quarterYear: run.quarter,
    pending: run.pending,
    totalAmount: toPounds(run.totalPence),
    exported: run.exported,
    exportedAmount: toPounds(run.exportedPence),
  }
}

/** `earlierFile`: the file that contained the same commission before it was unfrozen. */
export function presentRunPayout(
  { id, refererId, referer, totalPence, exportedAt }: RunRow,
  { problem, earlierFile }: { problem: PayoutProblem | null; earlierFile: string | null },
): RunPayout {
  return {
    id,
    clubId: refererId,
    clubName: referer.name,
    amount: toPounds(pence(totalPence)),
    exportedAt: exportedAt?.toISOString() ?? null,
    earlierFile,
    problem,
  }
}

export function presentBankFile(file: BankFile): BankFileOutput {
  return {
    filename: file.name,
    content: file.content,
    payouts: file.payouts,
    totalAmount: toPounds(file.totalPence),
    repeated: file.repeated,
    refused: file.refused.map(({ id, clubName, totalPence, problem }) => ({
      id,
      clubName,
      amount: toPounds(pence(totalPence)),
      problem,
    })),
  }
}

export function presentBankFileRow({ quarter, madeAt, ...file }: BankFileRow): BankFilesOutput[number] {
  return {
    id: file.id,
    quarterYear: quarter,
    filename: file.name,
    madeAt: madeAt.toISOString(),
    madeBy: file.madeBy,
    payouts: file.payoutCount,
    totalAmount: toPounds(file.totalPence),
    repeated: file.repeatedCount,
    unfrozen: file.unfrozen,
    paid: file.paid,
    paidAmount: toPounds(file.paidPence),
  }
}
