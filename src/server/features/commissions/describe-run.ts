import type { Deps } from '#server/deps.ts'
import { openBankDetails } from '#server/features/referers/bank-details.ts'
import { pence } from '#shared/money/money.ts'
import type { PayoutProblem } from '#shared/schemas/payout-run.ts'
import { type BankPayment, bankReference, bankText, isBankAccount } from './bank-file.ts'
import { findEarlierFiles } from './queries-bank-files.ts'
import { listRunPayouts, type RunRow } from './queries-payout-run.ts'

/** The pending payouts of a quarter, each with what keeps it out of a bank file and the earlier file it stood in. */
export async function describeRun(deps: Pick<Deps, 'db' | 'seal'>, quarter: string) {
  const rows = await listRunPayouts(deps.db, quarter)
  const earlier = await findEarlierFiles(
    deps.db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const payment = bankPaymentOf(deps, row)
    return {
      row,
      problem: typeof payment === 'string' ? payment : null,
      earlierFile: earlier.get(row.id) ?? null,
    }
  })
}

/**
 * What a bank file would say of a payout, or the reason why none names it. The screen that counts and the file that
 * is made ask here, so that both name the same payouts.
 */
export function bankPaymentOf(deps: Pick<Deps, 'seal'>, row: RunRow): BankPayment | PayoutProblem {
  if (row.problem !== null) return row.problem
  const { refererId, referer, quarter, totalPence } = row
  if (!referer.bankDetailsSealed) return 'noBankDetails'
  const bank = openBankDetails(deps, { kind: 'Referer', id: refererId }, referer.bankDetailsSealed)
  const { accountName } = bank
  if (!isBankAccount(bank) || !accountName || bankText(accountName) === '') return 'noBankDetails'
  return {
    sortCode: bank.sortCode,
    accountNumber: bank.accountNumber,
    accountName,
    amountPence: pence(totalPence),
    reference: bankReference(quarter, referer.referralCode),
  }
}
