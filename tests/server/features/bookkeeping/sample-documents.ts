import { readFileSync } from 'node:fs'
import type { SalesDocument } from '#server/features/bookkeeping/sales-documents.ts'
import { pence } from '#shared/money/money.ts'

/** A sale to a business, one to a person whose name wants care, and a credit for part of the first. */
export const SAMPLE_DOCUMENTS: SalesDocument[] = [
  {
    kind: 'invoice',
    number: 'INV-000041',
    issuedAt: new Date('2026-06-30T23:30:00Z'),
    orderId: '01JZ0000000000000000000041',
    customer: {
      name: 'Hedgerow Flying Ltd',
      email: 'books@hedgerow.example',
      address: ['The Old Hangar', 'Green Lane', 'Popham', 'SO21 3BD', 'United Kingdom'],
    },
    description: 'Air Law, film; Navigation, film',
    vatRate: 0.2,
    netPence: pence(10_000),
    vatPence: pence(2_000),
    grossPence: pence(12_000),
    feePence: pence(200),
    isThroughStripe: true,
  },
  {
    kind: 'invoice',
    number: 'INV-000042',
    issuedAt: new Date('2026-07-02T09:00:00Z'),
    orderId: '01JZ0000000000000000000042',
    customer: { name: '=HYPERLINK("http://x"), Sam', email: '@sam@example.com', address: [] },
    description: 'Communications, film',
    vatRate: 0.2,
    netPence: pence(4_999),
    vatPence: pence(1_000),
    grossPence: pence(5_999),
    feePence: pence(110),
    isThroughStripe: true,
  },
  {
    kind: 'creditNote',
    number: 'CN-000007',
    issuedAt: new Date('2026-07-03T10:00:00Z'),
    orderId: '01JZ0000000000000000000041',
    customer: { name: 'Hedgerow Flying Ltd', email: 'books@hedgerow.example', address: [] },
    description: 'Credit for INV-000041: Air Law, film',
    vatRate: 0.2,
    netPence: pence(-5_000),
    vatPence: pence(-1_000),
    grossPence: pence(-6_000),
    feePence: pence(0),
    isThroughStripe: true,
  },
]

/** So many sales, one after the other. */
export function manyDocuments(count: number): SalesDocument[] {
  const [first] = SAMPLE_DOCUMENTS
  if (!first) throw new Error('There is no sample')
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    number: `INV-${String(index + 1).padStart(6, '0')}`,
  }))
}

/** A file as the tool's published layout wants it, byte by byte. */
export function goldenFile(name: string): string {
  return readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8')
}
