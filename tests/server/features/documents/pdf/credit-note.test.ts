import { expect, test } from 'vitest'
import { renderCreditNotePdf } from '#server/features/documents/pdf/credit-note.ts'
import { creditNoteDetails, seller, wordsOf } from './sample-documents.ts'

async function printed(details = creditNoteDetails): Promise<string> {
  return (await wordsOf(await renderCreditNotePdf(details))).join(' ')
}

test('a credit note has its number, the corrected invoice, both parties, the reason and the sums', async () => {
  const words = await printed()
  expect(words).toContain('Credit note number CN-000007')
  expect(words).toContain('Date 25 November 2026')
  expect(words).toContain('Corrects invoice INV-000123 of 21 November 2026')
  expect(words).toContain('VAT number GB000000000')
  expect(words).toContain('Łukasz Ő 2 Taxiway Cottages')
  expect(words).toContain('Meteorology, film £45.00 £9.00 £54.00')
  expect(words).toContain('Total credited £45.00 £9.00 £54.00')
  expect(words).toContain('Reason: Refund of one film')
  expect(words).toContain('Refunded on 25 November 2026: Card ending 4242.')
})

test('a seller without a VAT number credits no VAT', async () => {
  const words = await printed({
    ...creditNoteDetails,
    seller: { ...seller, vatNumber: null },
    vatRate: 0,
    lines: [{ description: 'Meteorology, film', netPence: 5_400, vatPence: 0, grossPence: 5_400 }],
    totals: { netPence: 5_400, vatPence: 0, grossPence: 5_400 },
    refund: null,
  })
  expect(words).toContain('Total credited £54.00')
  expect(words).not.toMatch(/VAT number GB0|20%|Refunded on/)
})
