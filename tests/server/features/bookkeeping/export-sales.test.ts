import { createHash } from 'node:crypto'
import { fc } from '@fast-check/vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportSales, type SalesExport } from '#server/features/bookkeeping/export-sales.ts'
import { presentSums } from '#server/features/bookkeeping/present.ts'
import { listSalesDocuments, sumSalesDocuments } from '#server/features/bookkeeping/sales-documents.ts'
import { listQuarters } from '#server/features/reports/quarter-queries.ts'
import { parseQuarter, rangeOf } from '#shared/calendar/quarter.ts'
import { bookkeepingSumsOutput, salesExportInput } from '#shared/schemas/bookkeeping.ts'
import { anyHistory, happen, REFUNDED_HISTORY } from '#tests/server/features/reports/report-history.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
  const referers = [await makeReferer(shop.deps), await makeReferer(shop.deps)]
  const history = { shop, adminId, referers, students: [], paid: [] }
  const [byChance = []] = fc.sample(anyHistory, { numRuns: 1, seed: 27 })
  for (const step of [...REFUNDED_HISTORY, ...byChance]) await happen(history, step)
})
afterAll(() => shop.close())

/** 2026 and 2027 as the screen asks for them. */
function asked(change: Partial<{ tool: string; from: string; to: string }> = {}): SalesExport {
  const input = { tool: 'xero', from: '2026-01-01', to: '2027-12-31', salesAccount: '200', ...change }
  return { ...salesExportInput.parse(input), adminId }
}

describe('the sums of a period', () => {
  it('are those of the quarterly report, quarter by quarter', async () => {
    const quarters = await listQuarters(shop.deps)
    expect(quarters.length).toBeGreaterThan(0)
    for (const { quarter, finalPence, netPence, vatPence } of quarters) {
      const range = rangeOf(parseQuarter(quarter) ?? { year: 0, quarter: 1 })
      const { total } = presentSums(await sumSalesDocuments(shop.deps, range))
      expect(total).toMatchObject({ gross: finalPence, net: netPence, vat: vatPence })
    }
  })

  it('are the sums of the documents that are exported, and of the file’s rows', async () => {
    const { range } = asked()
    const documents = await listSalesDocuments(shop.deps, range)
    const { total, creditNotes } = bookkeepingSumsOutput.parse(
      presentSums(await sumSalesDocuments(shop.deps, range)),
    )
    expect(documents).toHaveLength(total.documents)
    expect(creditNotes.documents).toBeGreaterThan(0)
    const sum = (pick: (document: (typeof documents)[number]) => number) =>
      (documents.reduce((all, document) => all + pick(document), 0) / 100).toFixed(2)
    expect(total).toMatchObject({
      net: sum(({ netPence }) => netPence),
      vat: sum(({ vatPence }) => vatPence),
      gross: sum(({ grossPence }) => grossPence),
    })
    const made = await exportSales(shop.deps, asked())
    // Columns 19 and 23, from the right where no text can have a comma: *UnitAmount and TaxAmount.
    const rows = (made?.bytes.toString() ?? '').trimEnd().split('\r\n').slice(1)
    const column = (fromRight: number) =>
      rows.reduce((all, row) => all + Math.round(Number(row.split(',').at(-fromRight)) * 100), 0).toString()
    expect(Number(column(11)) / 100).toBe(Number(total.gross))
    expect(Number(column(7)) / 100).toBe(Number(total.vat))
  })
})

describe('an export', () => {
  it('is written down with its sum and digest, and is the same bytes again', async () => {
    const made = await exportSales(shop.deps, asked({ tool: 'quickfile' }))
    const again = await exportSales(shop.deps, asked({ tool: 'quickfile' }))
    expect(again?.bytes).toEqual(made?.bytes)
    const [entry] = await shop.deps.db.auditEntry.findMany({
      where: { action: 'sales.exported', subjectId: 'quickfile' },
    })
    const digest = createHash('sha256')
      .update(made?.bytes ?? '')
      .digest('hex')
    expect(entry).toMatchObject({ actorId: adminId, details: { sha256: digest, from: '2026-01-01' } })
  })

  it('is an archive where the tool wants several files', async () => {
    const made = await exportSales(shop.deps, asked({ tool: 'quickbooks' }))
    expect(made).toMatchObject({
      name: 'quickbooks-2026-01-01-to-2027-12-31.zip',
      type: 'application/zip',
    })
    expect(made?.bytes.toString('latin1')).toContain('quickbooks-credit-notes.csv')
  })

  it('is nothing, and not written down, where the period is empty', async () => {
    const before = await shop.deps.db.auditEntry.count()
    expect(await exportSales(shop.deps, asked({ from: '2020-01-01', to: '2020-12-31' }))).toBeNull()
    expect(await shop.deps.db.auditEntry.count()).toBe(before)
  })

  it.each([
    ['2026-13-01', '2026-12-31'],
    ['2026-02-01', '2026-01-31'],
    ['yesterday', 'today'],
  ])('refuses the period from %s to %s', (from, to) => {
    expect(salesExportInput.safeParse({ tool: 'xero', from, to, salesAccount: '' }).success).toBe(false)
  })
})
