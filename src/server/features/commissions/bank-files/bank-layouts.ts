import { csvRow, textCell } from '#server/features/commissions/csv-cells.ts'
import { bankText } from '#server/features/referers/bank-account.ts'
import { londonDay } from '#shared/calendar/calendar.ts'
import type { BankLayout } from '#shared/commission/bank-layouts.ts'
import { sumPence, toPounds } from '#shared/money/money.ts'
import { type BankPayment, bankFile } from './bank-file.ts'
import { accountOf, type BankOrder } from './bank-order.ts'
import { standard18 } from './standard-18.ts'

type LayoutRules = {
  extension: 'csv' | 'txt'
  /** More payments are several files. */
  paymentsAFile: number
  write: (order: BankOrder) => string
}

/** One rule a layout; each writes the same bytes for the same order. */
export const LAYOUTS: Readonly<Record<BankLayout, LayoutRules>> = {
  generic: { extension: 'csv', paymentsAFile: 250, write: ({ payments }) => bankFile(payments) },
  coutts: { extension: 'csv', paymentsAFile: 250, write: coutts },
  bacsStandard18: { extension: 'txt', paymentsAFile: 1_000, write: standard18 },
  paygate: { extension: 'csv', paymentsAFile: 1_000, write: paygate },
}

/** Columns A to AN of Coutts Online's upload, without a header; the places of what it reads, A being 0. */
const COUTTS_COLUMNS = 40
const COUTTS = { type: 3, debit: 12, amount: 16, day: 18, sortCode: 24, account: 30, name: 32, reference: 36 }

function coutts(order: BankOrder): string {
  const { sortCode, accountNumber } = accountOf(order)
  const { year, month, day } = londonDay(order.payOn)
  const rows = order.payments.map((payment) => {
    const cells: string[] = Array.from({ length: COUTTS_COLUMNS }, () => '')
    cells[COUTTS.type] = '01'
    cells[COUTTS.debit] = `${sortCode}${accountNumber}`
    cells[COUTTS.amount] = toPounds(payment.amountPence)
    cells[COUTTS.day] = `${two(day)}${two(month)}${year}`
    cells[COUTTS.sortCode] = payment.sortCode
    cells[COUTTS.account] = payment.accountNumber
    cells[COUTTS.name] = bankText(payment.accountName)
    cells[COUTTS.reference] = bankText(payment.reference)
    return csvRow(cells.map((cell) => textCell(cell)))
  })
  return rows.join('')
}

/** The ten columns of Paygate's payment editor, without header and trailer. */
function paygate(order: BankOrder): string {
  const account = accountOf(order)
  const { year, month, day } = londonDay(order.payOn)
  const rows = order.payments.map((payment) =>
    csvRow(
      [
        payment.sortCode,
        payment.accountNumber,
        bankText(payment.accountName),
        toPounds(payment.amountPence),
        '99',
        account.sortCode,
        account.accountNumber,
        bankText(account.accountName),
        bankText(payment.reference),
        `${two(day)}/${two(month)}/${year}`,
      ].map((cell) => textCell(cell)),
    ),
  )
  return rows.join('')
}

const two = (value: number) => String(value).padStart(2, '0')

/** Divides payments into as many orders as the layout wants files, in their order. */
export function partsOf<Named extends { payment: BankPayment }>(
  layout: BankLayout,
  named: readonly Named[],
): { named: Named[]; totalPence: ReturnType<typeof sumPence> }[] {
  const most = LAYOUTS[layout].paymentsAFile
  return Array.from({ length: Math.ceil(named.length / most) }, (_, index) => {
    const part = named.slice(index * most, (index + 1) * most)
    return { named: part, totalPence: sumPence(part.map(({ payment }) => payment.amountPence)) }
  })
}
