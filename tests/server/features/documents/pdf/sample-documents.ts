import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { CreditNoteDetails, InvoiceDetails } from '#server/features/documents/document-details.ts'

export const seller = {
  name: 'Crosswind Films Ltd',
  address: '1 Example Street, Little Crosswind, ZZ9 9ZZ',
  vatNumber: 'GB000000000',
  companyNumber: '00000000',
}

const buyer = {
  name: 'Łukasz Ő',
  email: 'lukasz@example.com',
  businessName: 'Hedgerow Flying Club Ltd',
  address: '2 Taxiway Cottages\nZZ9 9ZZ',
  vatNumber: 'GB111111162',
}

function video(title: string) {
  return {
    description: `${title}, film, open 21 November 2026 to 21 February 2027`,
    listPence: 6_000,
    discountPence: 600,
    discountLabel: 'club code HEDGEROW17',
    netPence: 4_500,
    vatPence: 900,
    grossPence: 5_400,
  }
}

export const invoiceDetails: InvoiceDetails = {
  number: 'INV-000123',
  issuedAt: '2026-11-21T10:42:00.000Z',
  seller,
  buyer,
  kind: 'full',
  lines: [video('Navigation'), video('Meteorology')],
  vatRate: 0.2,
  totals: { netPence: 9_000, vatPence: 1_800, grossPence: 10_800 },
  paidAt: '2026-11-21T10:42:00.000Z',
  method: 'Card ending 4242',
  orderId: '0199f2c1d4e87abc8def0123456789ab',
  cancellation: 'waived',
}

export const creditNoteDetails: CreditNoteDetails = {
  number: 'CN-000007',
  issuedAt: '2026-11-25T14:05:00.000Z',
  seller,
  buyer,
  invoice: { number: 'INV-000123', issuedAt: '2026-11-21T10:42:00.000Z' },
  reason: 'Refund of one film',
  lines: [{ description: 'Meteorology, film', netPence: 4_500, vatPence: 900, grossPence: 5_400 }],
  vatRate: 0.2,
  totals: { netPence: 4_500, vatPence: 900, grossPence: 5_400 },
  refund: { refundedAt: '2026-11-25T14:05:00.000Z', method: 'Card ending 4242' },
  orderId: '0199f2c1d4e87abc8def0123456789ab',
}

/** Every run of text on a PDF's first page with its position, in points from the bottom left corner. */
export async function placesOf(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return []
    const [x, y] = [Number(item.transform[4]), Number(item.transform[5])]
    return [{ text: item.str, x, y, end: x + item.width }]
  })
}

/** The text of a PDF, one line for each page, in painting order. */
export async function wordsOf(bytes: Buffer): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
    pages.push(words.join('').replace(/\s+/g, ' '))
  }
  return pages
}
