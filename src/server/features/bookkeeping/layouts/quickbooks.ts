import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import { type CsvCell, moneyCell, numberCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { negatePence } from '#shared/money/money.ts'
import { cut, type Layout, type LayoutFile, percentOf, sheetFiles, slashedDay } from './layout.ts'

const ITEM_COLUMNS = [
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  'ItemTaxCode',
  'ItemTaxAmount',
  'Currency',
] as const

const INVOICE_COLUMNS = ['*InvoiceNo', '*Customer', '*InvoiceDate', '*DueDate', ...ITEM_COLUMNS]

/** Credit notes have an import of their own, which takes amounts without a minus sign. */
const CREDIT_COLUMNS = ['*CreditNoteNo', '*Customer', '*CreditNoteDate', ...ITEM_COLUMNS]

const DOCUMENTS_A_FILE = 100

/** Invoices and credit notes for QuickBooks Online, amounts with VAT; its import asks which column is which. */
export const quickbooks: Layout = (documents) => [
  ...filesOf('quickbooks-invoices', INVOICE_COLUMNS, pick(documents, 'invoice'), (document) => {
    const day = textCell(slashedDay(document.issuedAt))
    return [textCell(document.number), customerCell(document), day, day, ...itemCells(document)]
  }),
  ...filesOf('quickbooks-credit-notes', CREDIT_COLUMNS, pick(documents, 'creditNote'), (document) => [
    textCell(document.number),
    customerCell(document),
    textCell(slashedDay(document.issuedAt)),
    ...itemCells({
      ...document,
      grossPence: negatePence(document.grossPence),
      vatPence: negatePence(document.vatPence),
    }),
  ]),
]

function filesOf(
  name: string,
  columns: readonly string[],
  documents: readonly SalesDocument[],
  toRow: (document: SalesDocument) => CsvCell[],
): LayoutFile[] {
  return sheetFiles({ name, columns, rowsAFile: DOCUMENTS_A_FILE }, documents.map(toRow))
}

function pick(documents: readonly SalesDocument[], kind: SalesDocument['kind']): SalesDocument[] {
  return documents.filter((document) => document.kind === kind)
}

/** QuickBooks takes 100 characters of a name. */
function customerCell({ customer }: SalesDocument): CsvCell {
  return textCell(cut(customer.name, 100))
}

function itemCells({ orderId, description, grossPence, vatPence, vatRate }: SalesDocument): CsvCell[] {
  return [
    textCell(`Order ${orderId}`),
    textCell('Sales'),
    textCell(cut(description, 4_000)),
    numberCell(1),
    moneyCell(grossPence),
    moneyCell(grossPence),
    textCell(vatRate === 0 ? 'No VAT' : `${Number(percentOf(vatRate)).toFixed(1)}% S`),
    moneyCell(vatPence),
    textCell('GBP'),
  ]
}
