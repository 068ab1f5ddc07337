import { describe, expect, it } from 'vitest'
import { type PayoutDetails, payoutDetailsSchema } from '#server/features/documents/document-details.ts'
import { renderPayoutPdf } from '#server/features/documents/pdf/payout-document.ts'
import { seller, wordsOf } from './sample-documents.ts'

const details: PayoutDetails = {
  kind: 'selfBilledInvoice',
  number: 'PAY-000012',
  issuedAt: '2026-10-05T09:00:00.000Z',
  paidAt: '2026-10-05T09:00:00.000Z',
  payoutId: '0199f2c1d4e87abc8def0123456789ab',
  quarter: 'Q3 2026',
  customer: seller,
  supplier: {
    name: 'Hedgerow Flying Club',
    businessName: 'Hedgerow Flying Club Ltd',
    address: '2 Taxiway Cottages\nZZ9 9ZZ',
    vatNumber: 'GB111111162',
    companyNumber: '00000001',
  },
  lines: [
    {
      description: 'Commission on first orders, Q2 2026, carried forward',
      note: '2 orders £8.12',
      netPence: 812,
    },
    { description: 'Commission on first orders, Q3 2026', note: null, netPence: 3_700 },
  ],
  vatRate: 0.2,
  totals: { netPence: 4_512, vatPence: 902, grossPence: 5_414 },
  agreement: { from: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' },
  accountEnding: '4567',
}
const advice: PayoutDetails = { ...details, kind: 'remittanceAdvice', agreement: null }
const statement: PayoutDetails = {
  ...details,
  kind: 'commissionStatement',
  supplier: { ...details.supplier, vatNumber: null },
  vatRate: 0,
  totals: { netPence: 4_512, vatPence: 0, grossPence: 4_512 },
  agreement: null,
}

async function printed(document: PayoutDetails): Promise<string> {
  return (await wordsOf(await renderPayoutPdf(document))).join(' ')
}

describe('the self-billing invoice', () => {
  it('has the particulars of a VAT invoice with the referer as supplier', async () => {
    const words = await printed(details)
    expect(words).toContain('Invoice number PAY-000012')
    expect(words).toContain('Date and tax point 5 October 2026')
    expect(words).toContain(
      'Supplier Hedgerow Flying Club Ltd Hedgerow Flying Club 2 Taxiway Cottages ZZ9 9ZZ',
    )
    expect(words).toContain('VAT number GB111111162')
    expect(words).toContain('Customer Crosswind Films Ltd')
    expect(words).toContain('VAT number GB000000000')
    expect(words).toContain('carried forward 2 orders £8.12 20% £8.12')
    expect(words).toContain('Commission before VAT £45.12')
    expect(words).toContain('VAT 20% £9.02')
    expect(words).toContain('Total paid £54.14')
    expect(words).toContain('Paid on 5 October 2026 to the account ending 4567')
    expect(words).toContain('The VAT shown is your output tax due to HMRC.')
    expect(words).toContain('our agreement of 1 January 2026 to 1 January 2027')
  })

  it('names the tax point where it was paid on another day', async () => {
    const words = await printed({ ...details, paidAt: '2026-10-02T09:00:00.000Z', accountEnding: null })
    expect(words).toContain('Date 5 October 2026 Tax point 2 October 2026')
    expect(words).not.toContain('account ending')
  })
})

describe('the commission statement', () => {
  it('mentions no VAT', async () => {
    const words = await printed(statement)
    expect(words).toContain('Statement number PAY-000012')
    expect(words).toContain('From Crosswind Films Ltd')
    expect(words).toContain('To Hedgerow Flying Club Ltd')
    expect(words).toContain('Total paid £45.12')
    expect(words).toContain('No VAT is paid: you are not registered for it.')
    expect(words).not.toMatch(/output tax|20%|agreement|VAT rate|Before VAT/)
  })
})

describe('the remittance advice', () => {
  it('requests the referer’s own invoice and is no invoice', async () => {
    const words = await printed(advice)
    expect(words).toContain('Advice number PAY-000012')
    expect(words).toContain('This is not a VAT invoice.')
    expect(words).toContain('Please send us yours for £45.12 and £9.02 VAT, £54.14 in all.')
    expect(words).not.toMatch(/output tax|tax point/i)
  })
})

describe('the facts', () => {
  it('of the sample are valid', () => {
    for (const document of [details, advice, statement])
      expect(payoutDetailsSchema.safeParse(document).success).toBe(true)
  })

  it('show a negative line of an earlier quarter with its sign', async () => {
    const lines = [
      { description: 'Q2', note: null, netPence: -500 },
      { description: 'Q3', note: null, netPence: 5_012 },
    ]
    expect(await printed({ ...details, lines })).toContain('Q2 20% −£5.00')
  })

  it.each<[string, Partial<PayoutDetails>]>([
    ['lines that do not add up', { lines: [{ description: 'Q3', note: null, netPence: 1 }] }],
    [
      'a total that is not the sum of its parts',
      { totals: { netPence: 4_512, vatPence: 902, grossPence: 5_415 } },
    ],
    ['VAT on a commission statement', { kind: 'commissionStatement' }],
    ['self-billing without an agreement', { agreement: null }],
    ['self-billing without the supplier’s number', { supplier: { ...details.supplier, vatNumber: null } }],
    ['self-billing without the supplier’s address', { supplier: { ...details.supplier, address: null } }],
    ['self-billing by the unregistered', { customer: { ...seller, vatNumber: null } }],
  ])('refuse %s', (_what, wrong) => {
    expect(payoutDetailsSchema.safeParse({ ...details, ...wrong }).success).toBe(false)
  })
})
