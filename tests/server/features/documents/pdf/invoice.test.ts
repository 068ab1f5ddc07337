import { expect, test } from 'vitest'
import { renderInvoicePdf } from '#server/features/documents/pdf/invoice.ts'
import { invoiceDetails, placesOf, seller, wordsOf } from './sample-documents.ts'

const [line] = invoiceDetails.lines
if (!line) throw new Error('The example lost its lines.')

async function printed(details = invoiceDetails): Promise<string> {
  return (await wordsOf(await renderInvoicePdf(details))).join(' ')
}

test.each([
  ['(a) a sequential number', 'Invoice number INV-000123'],
  ['(b), (c) tax point and date of issue', 'Date and tax point 21 November 2026'],
  ['(d) the supplier', 'Crosswind Films Ltd 1 Example Street Little Crosswind ZZ9 9ZZ'],
  ['(d) its VAT number', 'VAT number GB000000000'],
  ['(e) the customer', 'Hedgerow Flying Club Ltd Łukasz Ő 2 Taxiway Cottages ZZ9 9ZZ'],
  ['(g) what was supplied', 'Navigation, film, open 21 November 2026 to 21 February 2027'],
  ['(h), (m) quantity, unit price, net, rate, VAT and price', '1 × £45.00 £45.00 20% £9.00 £54.00'],
  ['(i), (l) totals', 'Total £90.00 £18.00 £108.00'],
])('a full invoice has what regulation 14(1) requires: %s', async (_particular, words) => {
  expect(await printed()).toContain(words)
})

test('it also names company, payment, discount and the waived right to cancel', async () => {
  const words = await printed()
  expect(words).toContain('VAT invoice')
  expect(words).toContain('Company number 00000000')
  expect(words).toContain('Paid by Card ending 4242')
  expect(words).toContain('List £60.00 less £6.00, club code HEDGEROW17')
  expect(words).toContain('If you write about it, give the invoice number.')
  expect(words).not.toContain('0199f2c1d4e87abc8def0123456789ab')
  expect(words).toContain('Paid in full on 21 November 2026.')
  expect(words).toContain('the right to cancel ended when access began')
})

test('a postcode is printed in its standard form', async () => {
  const buyer = { ...invoiceDetails.buyer, address: '2 Taxiway Cottages\nLittle Crosswind\nzz99zz' }
  expect(await printed({ ...invoiceDetails, buyer })).toContain('Little Crosswind ZZ9 9ZZ')
})

test('lines of the same price that differ by a penny are explained, and equal ones are not', async () => {
  expect(await printed()).not.toContain('differ by a penny')
  const penny = { discountPence: 601, netPence: 4_499, vatPence: 900, grossPence: 5_399 }
  const words = await printed({
    ...invoiceDetails,
    lines: [line, { ...line, ...penny }],
    totals: { netPence: 8_999, vatPence: 1_800, grossPence: 10_799 },
  })
  expect(words).toContain('shared over its lines, so lines of the same price can differ by a penny.')
})

test('a buyer who kept the right to cancel reads nothing about a waiver', async () => {
  expect(await printed({ ...invoiceDetails, cancellation: 'kept' })).not.toContain('right to cancel')
})

test('a simplified invoice leaves the address out and keeps the VAT', async () => {
  const words = await printed({ ...invoiceDetails, kind: 'simplified' })
  expect(words).not.toContain('Taxiway')
  expect(words).not.toContain('VAT invoice')
  expect(words).toContain('VAT 20%')
  expect(words).toContain('Total £90.00 £18.00 £108.00')
})

test('a seller without a VAT number charges and shows no VAT', async () => {
  const words = await printed({
    ...invoiceDetails,
    seller: { ...seller, vatNumber: null },
    buyer: { name: 'Sam', email: 'sam@example.com' },
    vatRate: 0,
    lines: [{ ...line, netPence: 5_400, vatPence: 0 }],
    totals: { netPence: 5_400, vatPence: 0, grossPence: 5_400 },
  })
  expect(words).toContain('Total £54.00')
  expect(words).toContain('The seller is not registered for VAT; no VAT is charged.')
  expect(words).not.toMatch(/VAT number|VAT rate|VAT invoice|20%|tax point/)
})

test('an invoice of £0 says that nothing was due', async () => {
  const words = await printed({
    ...invoiceDetails,
    lines: [{ ...line, discountPence: 6_000, netPence: 0, vatPence: 0, grossPence: 0 }],
    totals: { netPence: 0, vatPence: 0, grossPence: 0 },
    method: null,
  })
  expect(words).toContain('Total £0.00 £0.00 £0.00')
  expect(words).toContain('There was nothing to pay.')
  expect(words).not.toContain('Paid by')
})

test('letters that the typeface lacks are left out, not printed as boxes', async () => {
  const simplified = { ...invoiceDetails, kind: 'simplified' } as const
  const buyer = { name: 'Amélie 😀 Ørsted Нина 李 عربى', email: 'amelie@example.com' }
  expect(await printed({ ...simplified, buyer })).toContain('To Amélie Ørsted amelie@example.com')
  expect(await printed({ ...simplified, buyer: { ...buyer, name: '李' } })).toContain('To amelie@example.com')
})

test.each([
  ['words', 'Amélie 😀 Ørsted-Нина 李 عربى Wolfeschlegelsteinhausenbergerdorff '.repeat(2)],
  ['one word', 'W'.repeat(190)],
])('long fields of %s keep to their columns and to the page', async (_kind, long) => {
  const buyer = {
    ...invoiceDetails.buyer,
    name: long,
    businessName: long,
    address: `${long}\n${long}\n${long}`,
  }
  const places = await placesOf(await renderInvoicePdf({ ...invoiceDetails, buyer }))
  const indexOf = (words: string) => places.findIndex(({ text }) => text === words)
  const [to, references, table] = [indexOf('To'), indexOf('Invoice number'), indexOf('Description')]
  const edge = places[references]?.x ?? Number.NaN

  const party = places.slice(to, references)
  expect(party.length).toBeGreaterThan(15)
  expect(party.at(-1)?.text).toBe('VAT number GB111111162')
  expect(Math.max(...party.map(({ end }) => end))).toBeLessThan(edge)
  expect(Math.min(...party.map(({ y }) => y))).toBeGreaterThan(51)
  expect(new Set(places.slice(references, table).map(({ x }) => x))).toEqual(new Set([edge]))
})

test('a long title of a video wraps before the sums', async () => {
  const description = `${'Meteorology'.repeat(12)} and Łódź, film`
  const places = await placesOf(
    await renderInvoicePdf({
      ...invoiceDetails,
      lines: invoiceDetails.lines.map((video) => ({ ...video, description })),
    }),
  )
  const titles = places.filter(({ text }) => /Meteo|Łódź/.test(text))
  const sums = places.filter(({ text }) => text === '1 × £45.00')
  expect([titles.length, sums.length]).toEqual([8, 2])
  expect(Math.max(...titles.map(({ end }) => end))).toBeLessThan(Math.min(...sums.map(({ x }) => x)))
})

test('days are London days, and a tax point of another day is named', async () => {
  const words = await printed({
    ...invoiceDetails,
    paidAt: '2026-06-30T23:30:00.000Z',
    issuedAt: '2026-07-02T09:00:00.000Z',
  })
  expect(words).toContain('Date 2 July 2026 Tax point 1 July 2026')
})

test('seven videos fit on one page, more lines continue on the next', async () => {
  const bundle = Array.from({ length: 7 }, () => line)
  const seven = await renderInvoicePdf({
    ...invoiceDetails,
    lines: bundle,
    totals: { netPence: 31_500, vatPence: 6_300, grossPence: 37_800 },
  })
  expect(await wordsOf(seven)).toHaveLength(1)

  const lines = Array.from({ length: 20 }, (_, index) => ({ ...line, description: `Film ${index + 1}.` }))
  const pages = await wordsOf(
    await renderInvoicePdf({
      ...invoiceDetails,
      lines,
      totals: { netPence: 90_000, vatPence: 18_000, grossPence: 108_000 },
    }),
  )
  expect(pages).toHaveLength(2)
  for (const { description } of lines) expect(pages.join(' ').split(`${description} `)).toHaveLength(2)
  expect(pages.at(-1)).toContain('Total £900.00 £180.00 £1,080.00')
})

test('is the same file each time', async () => {
  expect(await renderInvoicePdf(invoiceDetails)).toEqual(await renderInvoicePdf(invoiceDetails))
})
