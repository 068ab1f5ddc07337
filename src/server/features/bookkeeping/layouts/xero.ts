import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import { type CsvCell, moneyCell, numberCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { cut, type Layout, percentOf, sheetFiles, slashedDay } from './layout.ts'

/** Xero's template for sales invoices, in its order; an asterisk marks what has to be there (docs/bookkeeping.md). */
const COLUMNS = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'Total',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TaxAmount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
] as const

type Column = (typeof COLUMNS)[number]

const INVOICES_A_FILE = 500

/** Sales invoices for Xero, prices with tax; a credit note is an invoice below 0. */
export const xero: Layout = (documents, { salesAccount }) =>
  sheetFiles(
    { name: 'xero-sales-invoices', columns: COLUMNS, rowsAFile: INVOICES_A_FILE },
    documents.map((document) => {
      const cells = cellsOf(document, salesAccount)
      return COLUMNS.map((column) => cells[column] ?? textCell(null))
    }),
  )

function cellsOf(document: SalesDocument, salesAccount: string): Partial<Record<Column, CsvCell>> {
  const { customer, issuedAt } = document
  const [first = '', second = '', third = '', ...rest] = customer.address
  const day = textCell(slashedDay(issuedAt))
  return {
    '*ContactName': textCell(customer.name),
    EmailAddress: textCell(customer.email),
    POAddressLine1: textCell(first),
    POAddressLine2: textCell(second),
    POAddressLine3: textCell(third),
    POAddressLine4: textCell(rest.join(', ')),
    '*InvoiceNumber': textCell(document.number),
    Reference: textCell(document.orderId),
    '*InvoiceDate': day,
    '*DueDate': day,
    '*Description': textCell(cut(document.description, 4_000)),
    '*Quantity': numberCell(1),
    '*UnitAmount': moneyCell(document.grossPence),
    '*AccountCode': textCell(salesAccount),
    '*TaxType': textCell(taxTypeOf(document.vatRate)),
    TaxAmount: moneyCell(document.vatPence),
    Currency: textCell('GBP'),
  }
}

/** The display name of the rate in Xero; a seller who is not registered for VAT charges none. */
function taxTypeOf(vatRate: number): string {
  return vatRate === 0 ? 'No VAT' : `${percentOf(vatRate)}% (VAT on Income)`
}
