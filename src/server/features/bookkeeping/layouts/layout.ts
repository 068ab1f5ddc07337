import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import { type CsvCell, csvRow, textCell } from '#server/features/commissions/csv-cells.ts'
import { londonDay } from '#shared/calendar/calendar.ts'

export type LayoutFile = { name: string; content: string }

/** What the bookkeeper's own chart of accounts calls sales. */
type LayoutOptions = { salesAccount: string }

/** Writes documents as the files one tool imports. */
export type Layout = (documents: readonly SalesDocument[], options: LayoutOptions) => LayoutFile[]

type Sheet = {
  /** Without its ending; a number follows where there are several files. */
  name: string
  columns: readonly string[]
  /** As many as the tool takes at once. */
  rowsAFile: number
}

/** CSV files with a header each, at most so many rows a file. No row, no file. */
export function sheetFiles(
  { name, columns, rowsAFile }: Sheet,
  rows: readonly (readonly CsvCell[])[],
): LayoutFile[] {
  const header = csvRow(columns.map((column) => textCell(column)))
  const count = Math.ceil(rows.length / rowsAFile)
  return Array.from({ length: count }, (_, index) => ({
    name: `${name}${count > 1 ? `-${index + 1}-of-${count}` : ''}.csv`,
    content:
      header +
      rows
        .slice(index * rowsAFile, (index + 1) * rowsAFile)
        .map(csvRow)
        .join(''),
  }))
}

/** A London day as "31/12/2026". */
export function slashedDay(instant: Date): string {
  const { year, month, day } = londonDay(instant)
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`
}

/** A text cut to what a tool stores. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}

/** 0.2 as "20", 0.175 as "17.5". */
export function percentOf(vatRate: number): string {
  return String(Math.round(vatRate * 10_000) / 100)
}
