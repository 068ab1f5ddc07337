import { csvRow, moneyCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { bankText } from '#server/features/referers/bank-account.ts'
import type { Pence } from '#shared/money/money.ts'

export type BankPayment = {
  /** Six digits, eight digits. */
  sortCode: string
  accountNumber: string
  accountName: string
  amountPence: Pence
  reference: string
}

const COLUMNS = ['Sort code', 'Account number', 'Account name', 'Amount', 'Reference']

/** A CSV of payments in no bank's own layout, for those that ask which column is which; amounts in pounds. */
export function bankFile(payments: readonly BankPayment[]): string {
  const rows = payments.map((payment) =>
    csvRow([
      textCell(payment.sortCode),
      textCell(payment.accountNumber),
      textCell(bankText(payment.accountName)),
      moneyCell(payment.amountPence),
      textCell(bankText(payment.reference)),
    ]),
  )
  return csvRow(COLUMNS.map((name) => textCell(name))) + rows.join('')
}

type BankFileNaming = { quarter: string; sequence: number; repeated: number; extension: string }

/** A unique name for each file of a quarter; it says how many payouts of an earlier file are repeated. */
export function bankFileName(file: BankFileNaming): string {
  const { quarter, sequence, repeated, extension } = file
  return `payments-${quarter}-${sequence}${repeated > 0 ? `-repeats-${repeated}` : ''}.${extension}`
}
