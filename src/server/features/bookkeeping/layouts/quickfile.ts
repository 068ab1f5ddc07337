import { moneyCell, numberCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { cut, type Layout, percentOf, sheetFiles, slashedDay } from './layout.ts'

/** As QuickFile names them; it takes them in any order (docs/bookkeeping.md). */
const COLUMNS = [
  'Issue Date',
  'Client name',
  'Description',
  'Total gross amount',
  'Invoice number',
  'Currency',
  'Sales nominal code',
  'Term in days',
  'VAT rate',
  'VAT amount',
  'Notes',
] as const

const INVOICES_A_FILE = 250

/** Sales invoices for QuickFile by gross amount and rate; a credit note is an invoice below 0. */
export const quickfile: Layout = (documents, { salesAccount }) =>
  sheetFiles(
    { name: 'quickfile-sales-invoices', columns: COLUMNS, rowsAFile: INVOICES_A_FILE },
    documents.map((document) => [
      textCell(slashedDay(document.issuedAt)),
      textCell(cut(document.customer.name, 75)),
      textCell(cut(document.description, 1_000)),
      moneyCell(document.grossPence),
      textCell(document.number),
      textCell('GBP'),
      textCell(salesAccount),
      numberCell(0),
      textCell(percentOf(document.vatRate)),
      moneyCell(document.vatPence),
      textCell(`Order ${document.orderId}`),
    ]),
  )
