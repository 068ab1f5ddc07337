import { csvRow, moneyCell, textCell } from '#server/features/commissions/csv-cells.ts'
import type { Pence } from '#shared/money/money.ts'

/** The maximum length of names and references in a Bacs payment. */
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

/** Letters that normalisation does not reduce to ASCII. */
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
 * Reduces a text to the characters of a Bacs payment, at most 18. It starts with a letter or digit, so that no
 * spreadsheet reads it as a formula.
 */
export function bankText(text: string): string {
  return bankLetters(text).slice(0, bankTextMaxLength).trim()
}

/**
 * The payment reference of a quarter and a code. A long code keeps its end, because codes made from one name start
 * alike.
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

type Account = Pick<BankPayment, 'sortCode' | 'accountNumber'> & { accountName: string | null }

/** An account as a bank file names it; null where it is not whole. */
export function payableAccount({ sortCode, accountNumber, accountName }: Account) {
  if (!isBankAccount({ sortCode, accountNumber }) || !accountName || bankText(accountName) === '') return null
  return { sortCode, accountNumber, accountName }
}

/** Six and eight digits, without which no bank accepts a payment. */
export function isBankAccount({ sortCode, accountNumber }: Pick<BankPayment, 'sortCode' | 'accountNumber'>) {
  return /^\d{6}$/.test(sortCode) && /^\d{8}$/.test(accountNumber)
}
