import type { InvoiceDetails } from '#server/features/documents/document-details.ts'
import type { DocumentColumn, DocumentDetail } from '#server/infra/pdf-document.ts'
import { documentWidth } from '#server/infra/pdf-document.ts'
import { formatLondonDate } from '#shared/calendar/calendar.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { rateToPercent } from '#shared/money/rates.ts'
import { standardPostcode } from '#shared/text/postcode.ts'

/** Pence as an amount in a table: £54.00. */
export function pounds(amount: number): string {
  return formatPounds(pence(amount), { sums: true })
}

/** The London day of an ISO time. */
export function dayOf(iso: string): string {
  return formatLondonDate(new Date(iso))
}

/** A VAT rate as printed: 20%. */
export function percentOfRate(rate: number): string {
  return `${rateToPercent(rate)}%`
}

/** An address as it was typed, one line for each part; a UK postcode in its standard form. */
function addressLines(address: string | null | undefined): string[] {
  return (address ?? '').split(/\s*(?:\r?\n|,)\s*/).map(standardPostcode)
}

/** The trader, as company law and VAT law require it on a document. */
export function sellerDetails({
  name,
  address,
  companyNumber,
  vatNumber,
}: InvoiceDetails['seller']): DocumentDetail[] {
  return [
    {
      label: 'From',
      lines: [
        name,
        ...addressLines(address),
        companyNumber === null ? '' : `Company number ${companyNumber}`,
        vatNumber === null ? '' : `VAT number ${vatNumber}`,
      ],
    },
  ]
}

/** The buyer; a simplified document has no address. */
export function buyerDetails(buyer: InvoiceDetails['buyer'], isFull: boolean): DocumentDetail[] {
  const { name, email, businessName, address, vatNumber } = buyer
  if (!isFull) return [{ label: 'To', lines: [businessName ?? '', name, email] }]
  const number = vatNumber ? `VAT number ${vatNumber}` : ''
  return [{ label: 'To', lines: [businessName ?? '', name, ...addressLines(address), email, number] }]
}

type Sums = { netPence: number; vatPence: number; grossPence: number }

/** A table with price, VAT and their sum; without VAT where the seller has no VAT number. */
export function sumsTable(
  { seller, vatRate, totals }: Pick<InvoiceDetails, 'seller' | 'vatRate' | 'totals'>,
  { price, total }: { price: string; total: string },
) {
  const isPlain = seller.vatNumber === null
  const cells = ({ netPence, vatPence, grossPence }: Sums) =>
    (isPlain ? [grossPence] : [netPence, vatPence, grossPence]).map(pounds)
  const vat = [
    ['Before VAT', 75],
    [`VAT ${percentOfRate(vatRate)}`, 70],
    [price, 75],
  ] as const
  return {
    columns: columnsOf('Description', isPlain ? [[price, 90]] : vat),
    cells,
    total: [total, ...cells(totals)],
  }
}

/** Columns of given widths on the right; the first column takes the rest. */
export function columnsOf(first: string, others: readonly (readonly [heading: string, width: number])[]) {
  const taken = others.reduce((sum, [, width]) => sum + width, 0)
  const columns: DocumentColumn[] = others.map(([heading, width]) => ({ heading, width, align: 'right' }))
  return [{ heading: first, width: documentWidth - taken }, ...columns]
}
