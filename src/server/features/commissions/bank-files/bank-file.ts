import { csvRow, moneyCell, textCell } from '#server/features/commissions/csv.ts'
import type { Pence } from '#shared/money/money.ts'

/** As long as the names and references of a Bacs payment may be. */
const bankTextMaxLength = 18

export type BankPayment = {
  /** Six digits, eight digits. */
  sortCode: string
  accountNumber: string
  accountName: string
  amountPence: Pence
  reference: string
}

const COLUMNS = ['Sort code', 'Account number', 'Account name', 'Amount', 'Reference']

/** A CSV of payments as the bulk import of UK business banks reads it; amounts in pounds. */
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

/** No two files of a quarter have one name, and one that pays again what an earlier one named says so in it. */
export function bankFileName({
  quarter,
  sequence,
  repeated,
}: {
  quarter: string
  sequence: number
  /** Payouts that stood in an earlier file. */
  repeated: number
}): string {
  return `payments-${quarter}-${sequence}${repeated > 0 ? `-repeats-${repeated}` : ''}.csv`
}

/** Letters that no accent comes off. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  Ø: 'O',
  Œ: 'OE',
  Ł: 'L',
  Ð: 'D',
  Þ: 'TH',
  Đ: 'D',
}

/**
 * A text with the characters of a Bacs payment alone, capitals, figures, full stop, hyphen, ampersand, slash and
 * blank, and cut to 18. It begins with a letter or a figure, so that no spreadsheet takes it for a formula.
 */
export function bankText(text: string): string {
  return bankLetters(text).slice(0, bankTextMaxLength).trim()
}

/**
 * A quarter and a code as the reference of a payment. Of a code that is too long its end stays: codes made from one
 * name begin alike.
 */
export function bankReference(quarter: string, code: string): string {
  const room = bankTextMaxLength - quarter.length - 1
  const end = bankLetters(bankLetters(code).slice(-room))
  return `${quarter} ${end}`
}

function bankLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/ß/g, 'ss')
    .toUpperCase()
    .replace(/[^ -~]/g, (letter) => PLAIN[letter] ?? ' ')
    .replace(/['’]/g, '')
    .replace(/[^A-Z0-9.&/ -]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[^A-Z0-9]+/, '')
    .trim()
}

/** Six and eight digits: without them no bank takes a payment. */
export function isBankAccount({
  sortCode,
  accountNumber,
}: {
  sortCode: string
  accountNumber: string
}): boolean {
  return /^\d{6}$/.test(sortCode) && /^\d{8}$/.test(accountNumber)
}
