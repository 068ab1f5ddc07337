import { bankText } from '#server/features/referers/bank-account.ts'
import { londonDay } from '#shared/calendar/calendar.ts'
import { type Pence, sumPence } from '#shared/money/money.ts'
import { accountOf, type BankOrder } from './bank-order.ts'

/** Days after the processing day until the file may be overwritten; any later day will do. */
const KEPT_DAYS = 7
const DAY_MS = 24 * 60 * 60_000

/** A Bacs direct credit, and the debit that balances a file of credits. */
const CREDIT = '99'
const DEBIT_CONTRA = '17'

/**
 * A Bacs Standard 18 file of one processing day: labels of 80 characters around records of 100, one credit a payment
 * and a contra that debits their sum.
 */
export function standard18(order: BankOrder): string {
  const account = accountOf(order)
  const { payments, payOn, madeAt } = order
  if (account.serviceUserNumber === null) throw new Error('Bacs takes files from service users only')
  const own = {
    sortCode: account.sortCode,
    accountNumber: account.accountNumber,
    name: padded(bankText(account.accountName), 18),
  }
  const totalPence = sumPence(payments.map(({ amountPence }) => amountPence))
  const credits = payments.map((payment) =>
    record({
      to: payment,
      code: CREDIT,
      from: own,
      amountPence: payment.amountPence,
      payer: own.name,
      reference: padded(bankText(payment.reference), 18),
      payee: padded(bankText(payment.accountName), 18),
    }),
  )
  const contra = record({
    to: own,
    code: DEBIT_CONTRA,
    from: own,
    amountPence: totalPence,
    payer: own.name,
    reference: padded('CONTRA', 18),
    payee: own.name,
  })
  const header = labelOne({ order, serviceUserNumber: account.serviceUserNumber, madeAt, payOn })
  const lines = [
    `VOL1${serialOf(order)}${blank(31)}${account.serviceUserNumber}${blank(32)}1`,
    `HDR1${header}`,
    `HDR2${LABEL_TWO}`,
    `UHL1${julian(payOn)}${padded('999999', 10)}00000000${padded('1 DAILY', 9)}${fileNumberOf(order)}${blank(40)}`,
    ...credits,
    contra,
    `EOF1${header}`,
    `EOF2${LABEL_TWO}`,
    `UTL1${zeros(totalPence, 13)}${zeros(totalPence, 13)}${zeros(1, 7)}${zeros(payments.length, 7)}${blank(36)}`,
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** Fixed length, blocks of 2,000 and records of 100 characters: one processing day. */
const LABEL_TWO = `F0200000100${blank(35)}00${blank(28)}`

type LabelOne = { order: BankOrder; serviceUserNumber: string; madeAt: Date; payOn: Date }

/** Columns 5 to 80 of HDR1 and EOF1. */
function labelOne({ order, serviceUserNumber, madeAt, payOn }: LabelOne): string {
  const expires = new Date(payOn.getTime() + KEPT_DAYS * DAY_MS)
  const identifier = `A${serviceUserNumber}S${blank(3)}${serviceUserNumber}`
  const dates = `${julian(madeAt)}${julian(expires)}`
  return `${identifier}${serialOf(order)}00010001${blank(6)}${dates}${blank(1)}000000${blank(20)}`
}

type Account = { sortCode: string; accountNumber: string }
type RecordFields = {
  to: Account
  code: string
  from: Account
  amountPence: Pence
  payer: string
  reference: string
  payee: string
}

function record({ to, code, from, amountPence, payer, reference, payee }: RecordFields): string {
  const accounts = `${to.sortCode}${to.accountNumber}0${code}${from.sortCode}${from.accountNumber}`
  return `${accounts}${blank(4)}${zeros(amountPence, 11)}${payer}${reference}${payee}`
}

/** Year, quarter and number of the file, so that no two files have one serial: "263001". */
function serialOf({ quarter, sequence }: BankOrder): string {
  return `${quarter.slice(2, 4)}${quarter.slice(-1)}${zeros(sequence % 1_000, 3)}`
}

function fileNumberOf({ sequence }: BankOrder): string {
  return zeros(sequence % 1_000, 3)
}

/** A blank, the year and the day of the year: " 26328". */
function julian(instant: Date): string {
  const { year, month, day } = londonDay(instant)
  const dayOfYear = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / DAY_MS
  return ` ${zeros(year % 100, 2)}${zeros(dayOfYear, 3)}`
}

function blank(count: number): string {
  return ' '.repeat(count)
}

function padded(text: string, length: number): string {
  return text.padEnd(length)
}

/** @throws RangeError where the number is too large for its field */
function zeros(value: number, length: number): string {
  const digits = String(value).padStart(length, '0')
  if (digits.length > length) throw new RangeError(`${value} has more than ${length} digits`)
  return digits
}
