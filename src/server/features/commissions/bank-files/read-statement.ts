import { londonMidnight } from '#shared/calendar/calendar.ts'
import { negatePence, type Pence, parsePounds, subtractPence, zeroPence } from '#shared/money/money.ts'

/** A line of a bank statement; money out is below 0. */
export type StatementLine = { row: number; day: Date | null; amountPence: Pence; text: string }

type Columns = { date: number; amount: number | null; paidIn: number | null; paidOut: number | null }

/** Rows above the columns' names that banks use for the account and the period. */
const MOST_ROWS_ABOVE = 20

const NAMES = {
  date: /^(transaction |value |posting |booking )?date$/,
  amount: /^(amount|value|transaction amount)( \(?(gbp|£)\)?)?$/,
  paidIn: /^(paid in|money in|credit|credit amount|in|credits|receipts)( \(?(gbp|£)\)?)?$/,
  paidOut: /^(paid out|money out|debit|debit amount|out|debits|payments)( \(?(gbp|£)\)?)?$/,
}

/**
 * Reads a bank statement as UK banks write CSV: a row of names with a date, and an amount or money in and out; every
 * other cell is text. Null where no such row is found. Lines without an amount are left out.
 */
export function readStatement(content: string): StatementLine[] | null {
  const text = content.replace(/^\uFEFF/, '')
  return readRows(readCsv(text, ',')) ?? readRows(readCsv(text, ';'))
}

function readRows(rows: readonly string[][]): StatementLine[] | null {
  const at = rows.slice(0, MOST_ROWS_ABOVE).findIndex((row) => findColumns(row) !== null)
  const columns = findColumns(rows[at] ?? [])
  if (columns === null) return null
  return rows.slice(at + 1).flatMap((row, index) => {
    const amountPence = amountOf(row, columns)
    if (amountPence === null) return []
    const used = [columns.date, columns.amount, columns.paidIn, columns.paidOut]
    const text = row.filter((_cell, place) => !used.includes(place)).join(' ')
    return [{ row: at + index + 2, day: dayOf(row[columns.date] ?? ''), amountPence, text }]
  })
}

function findColumns(row: readonly string[]): Columns | null {
  const names = row.map((cell) => cell.trim().toLowerCase())
  const place = (pattern: RegExp) => {
    const index = names.findIndex((name) => pattern.test(name))
    return index < 0 ? null : index
  }
  const date = place(NAMES.date)
  const [amount, paidIn, paidOut] = [place(NAMES.amount), place(NAMES.paidIn), place(NAMES.paidOut)]
  const hasAmounts = amount !== null || (paidIn !== null && paidOut !== null)
  return date === null || !hasAmounts ? null : { date, amount, paidIn, paidOut }
}

function amountOf(row: readonly string[], { amount, paidIn, paidOut }: Columns): Pence | null {
  if (amount !== null) return poundsOf(row[amount] ?? '')
  const [moneyIn, moneyOut] = [poundsOf(row[paidIn ?? -1] ?? ''), poundsOf(row[paidOut ?? -1] ?? '')]
  if (moneyIn === null && moneyOut === null) return null
  // Some banks write money out with a minus of its own.
  const out = moneyOut !== null && moneyOut < 0 ? negatePence(moneyOut) : (moneyOut ?? zeroPence)
  return subtractPence(moneyIn ?? zeroPence, out)
}

/** "-1,234.50", "£1,234.5" and "1234" as pence; null for any other text. */
function poundsOf(text: string): Pence | null {
  const [, sign = '', whole, part = ''] =
    /^([-−+]?)£?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replace(/[\s,]/g, '')) ?? []
  if (whole === undefined) return null
  const amount = parsePounds(`${Number(whole)}.${part.padEnd(2, '0')}`)
  return sign === '-' || sign === '−' ? negatePence(amount) : amount
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Noon of a day written 31/12/2026, 31-12-26, 2026-12-31 or 31 Dec 2026; null for any other text. */
function dayOf(text: string): Date | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)/.exec(text.trim())
  if (iso) return noonOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const [, day, month = '', year] =
    /^(\d{1,2})[/ -](\d{1,2}|[A-Za-z]{3})[a-z]*[/ -](\d{4}|\d\d)\b/.exec(text.trim()) ?? []
  if (day === undefined || year === undefined) return null
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1
  return noonOf(Number(year) + (year.length === 2 ? 2_000 : 0), number, Number(day))
}

const NOON_MS = 12 * 60 * 60_000

function noonOf(year: number, month: number, day: number): Date | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null
  return new Date(londonMidnight(year, month, day).getTime() + NOON_MS)
}

/** Records of a CSV (RFC 4180). */
function readCsv(content: string, separator: ',' | ';'): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < content.length; at += 1) {
    const letter = content.charAt(at)
    if (isQuoted && letter === '"' && content.charAt(at + 1) === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === separator) endCell()
    else if (!isQuoted && letter === '\n') {
      endCell()
      rows.push([])
    } else cell += letter
  }
  endCell()
  return rows
}
