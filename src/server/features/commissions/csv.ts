import { type Pence, toPounds } from '#shared/money/money.ts'

/** A cell that is safe to write; only the functions below make one. */
export type CsvCell = { readonly encoded: string }

/** Signs with which spreadsheets begin a formula, in their wide forms too, after any blanks. */
const formulaStart = /^\s*[=+\-@＝＋－＠]/
/** Tab and line breaks at the start of a cell can move what follows into a cell of its own. */
const breakStart = /^[\t\r\n]/

/**
 * Text of any origin as a cell: what a spreadsheet would run as a formula gets an apostrophe in front (OWASP,
 * "CSV Injection"), and separators, quotes and line breaks are quoted (RFC 4180 §2). Null is an empty cell.
 */
export function textCell(text: string | null): CsvCell {
  if (text === null) return { encoded: '' }
  const isFormula = formulaStart.test(text) || breakStart.test(text)
  const harmless = isFormula ? `'${text}` : text
  return { encoded: /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless }
}

/** A number of our own as a cell; negative ones stay numbers. Throws RangeError for what is no decimal number. */
export function numberCell(value: number): CsvCell {
  const encoded = String(value + 0)
  if (!/^-?\d+(\.\d+)?$/.test(encoded)) throw new RangeError(`Not a decimal number: ${value}`)
  return { encoded }
}

/** An amount as a cell in pounds with two decimals, "-12.00"; null is an empty cell. */
export function moneyCell(amount: Pence | null): CsvCell {
  return { encoded: amount === null ? '' : toPounds(amount) }
}

/** A record with its line break (RFC 4180 §2.1). */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(({ encoded }) => encoded).join(',')}\r\n`
}
