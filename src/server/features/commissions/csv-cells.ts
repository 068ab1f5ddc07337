import { type Pence, toPounds } from '#shared/money/money.ts'

/** A cell that is safe to write; only the functions below create one. */
export type CsvCell = { readonly encoded: string }

/** Characters that start a formula in a spreadsheet, wide forms included, after any blanks. */
const formulaStart = /^\s*[=+\-@＝＋－＠]/
/** A leading tab or line break can move the rest into another cell. */
const breakStart = /^[\t\r\n]/

/**
 * Untrusted text as a cell: an apostrophe in front of what a spreadsheet would run as a formula (OWASP, "CSV
 * Injection"), and quoting (RFC 4180 §2). Null is an empty cell.
 */
export function textCell(text: string | null): CsvCell {
  if (text === null) return { encoded: '' }
  const isFormula = formulaStart.test(text) || breakStart.test(text)
  const harmless = isFormula ? `'${text}` : text
  return { encoded: /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless }
}

/** A trusted number as a cell; negative ones stay numbers. Throws RangeError where it is not a decimal number. */
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
