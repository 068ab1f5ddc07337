import { expect, test } from 'vitest'
import { creditNoteDetailsSchema, invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { creditNoteDetails, invoiceDetails, seller } from './pdf/sample-documents.ts'

const [line] = invoiceDetails.lines

test('facts are read from the database as they were stored', () => {
  expect(invoiceDetailsSchema.parse(JSON.parse(JSON.stringify(invoiceDetails)))).toEqual(invoiceDetails)
  expect(creditNoteDetailsSchema.parse(JSON.parse(JSON.stringify(creditNoteDetails)))).toEqual(
    creditNoteDetails,
  )
})

test.each([
  ['lines that are not the total', { totals: { netPence: 9_000, vatPence: 1_800, grossPence: 10_801 } }],
  ['net and VAT that are not the price', { lines: [{ ...line, netPence: 4_501 }] }],
  ['a discount that is not the difference', { lines: [{ ...line, listPence: 6_001 }, line] }],
  ['VAT without a VAT number', { seller: { ...seller, vatNumber: null } }],
  ['no lines', { lines: [], totals: { netPence: 0, vatPence: 0, grossPence: 0 } }],
  ['a fraction of a penny', { totals: { netPence: 90.5, vatPence: 18, grossPence: 108.5 } }],
])('an invoice is refused with %s', (_error, change) => {
  expect(invoiceDetailsSchema.safeParse({ ...invoiceDetails, ...change }).success).toBe(false)
})

test('a credit note is refused where its sums do not add up', () => {
  const totals = { netPence: 4_500, vatPence: 900, grossPence: 5_401 }
  expect(creditNoteDetailsSchema.safeParse({ ...creditNoteDetails, totals }).success).toBe(false)
})
