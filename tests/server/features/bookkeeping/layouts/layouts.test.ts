import { describe, expect, it } from 'vitest'
import { freeagent } from '#server/features/bookkeeping/layouts/freeagent.ts'
import type { Layout } from '#server/features/bookkeeping/layouts/layout.ts'
import { quickbooks } from '#server/features/bookkeeping/layouts/quickbooks.ts'
import { quickfile } from '#server/features/bookkeeping/layouts/quickfile.ts'
import { xero } from '#server/features/bookkeeping/layouts/xero.ts'
import {
  goldenFile,
  manyDocuments,
  SAMPLE_DOCUMENTS,
} from '#tests/server/features/bookkeeping/sample-documents.ts'

const TOOLS: [tool: string, layout: Layout, salesAccount: string, files: string[]][] = [
  ['Xero', xero, '200', ['xero-sales-invoices.csv']],
  ['QuickBooks Online', quickbooks, '', ['quickbooks-invoices.csv', 'quickbooks-credit-notes.csv']],
  ['QuickFile', quickfile, '4000', ['quickfile-sales-invoices.csv']],
  ['FreeAgent', freeagent, '', ['freeagent-stripe-statement.csv']],
]

describe.each(TOOLS)('the layout of %s', (_tool, layout, salesAccount, names) => {
  it('is the golden file to the byte', () => {
    const files = layout(SAMPLE_DOCUMENTS, { salesAccount })
    expect(files.map(({ name }) => name)).toEqual(names)
    for (const { name, content } of files) expect(content).toBe(goldenFile(name))
  })

  it('has no file where there is nothing to book', () => {
    expect(layout([], { salesAccount })).toEqual([])
  })
})

describe('what a tool takes at once', () => {
  const table: [tool: string, layout: Layout, most: number][] = [
    ['Xero', xero, 500],
    ['QuickFile', quickfile, 250],
    ['QuickBooks Online', quickbooks, 100],
  ]
  it.each(table)('%s: every file has a header and at most so many rows', (_tool, layout, most) => {
    const whole = layout(manyDocuments(most), { salesAccount: '' })
    expect(whole).toHaveLength(1)
    const files = layout(manyDocuments(2 * most + 1), { salesAccount: '' })
    const rows = files.map(({ content }) => content.trimEnd().split('\r\n'))
    expect(rows.map((lines) => lines.length - 1)).toEqual([most, most, 1])
    expect(new Set(rows.map(([header]) => header)).size).toBe(1)
    expect(files.map(({ name }) => name.replace(/^.*?(-\d+-of-\d+\.csv)$/, '$1'))).toEqual([
      '-1-of-3.csv',
      '-2-of-3.csv',
      '-3-of-3.csv',
    ])
  })
})

describe('the statement for FreeAgent', () => {
  it('has three columns, no quotation mark and the balance of the Stripe account', () => {
    const [file] = freeagent(SAMPLE_DOCUMENTS, { salesAccount: '' })
    const lines = file?.content.trimEnd().split('\r\n') ?? []
    const cells = lines.map((line) => line.split(','))
    expect(cells.every((row) => row.length === 3)).toBe(true)
    expect(file?.content).not.toContain('"')
    const balance = cells.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0)
    expect(balance).toBe(12_000 + 5_999 - 6_000 - 200 - 110)
  })

  it('leaves out money that never went through Stripe', () => {
    const [sale, , credit] = SAMPLE_DOCUMENTS
    if (!sale || !credit) throw new Error('There is no sample')
    const [file] = freeagent([sale, { ...credit, isThroughStripe: false }], { salesAccount: '' })
    expect(file?.content).not.toContain('CN-000007')
  })
})

it('names a rate that is not twenty per cent, and none at all, as Xero does', () => {
  const [first] = manyDocuments(1)
  if (!first) throw new Error('There is no sample')
  const documents = [
    { ...first, vatRate: 0.175 },
    { ...first, vatRate: 0 },
  ]
  const [file] = xero(documents, { salesAccount: '200' })
  expect(file?.content).toContain(',17.5% (VAT on Income),')
  expect(file?.content).toContain(',No VAT,')
})
