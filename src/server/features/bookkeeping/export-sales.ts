import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { zipOf } from '#server/infra/zip.ts'
import type { LondonRange } from '#shared/calendar/calendar.ts'
import type { BookkeepingTool } from '#shared/money/bookkeeping-tools.ts'
import { sumPence } from '#shared/money/money.ts'
import { freeagent } from './layouts/freeagent.ts'
import type { Layout, LayoutFile } from './layouts/layout.ts'
import { quickbooks } from './layouts/quickbooks.ts'
import { quickfile } from './layouts/quickfile.ts'
import { xero } from './layouts/xero.ts'
import { listSalesDocuments } from './sales-documents.ts'

const LAYOUTS: Record<BookkeepingTool, Layout> = { xero, quickbooks, freeagent, quickfile }

export type SalesExport = {
  tool: BookkeepingTool
  from: string
  to: string
  range: LondonRange
  salesAccount: string
  adminId: string
}

export type ExportedSales = { name: string; type: 'text/csv' | 'application/zip'; bytes: Buffer }

/**
 * A period's invoices and credit notes as one bookkeeping tool imports them: a CSV, or a ZIP of several where the tool
 * takes only so many at once. Documents of £0 are left out. Null where there is nothing to book.
 *
 * @throws ShopError PERIOD_TOO_LONG
 */
export async function exportSales(
  deps: Pick<Deps, 'db' | 'clock'>,
  { tool, from, to, range, salesAccount, adminId }: SalesExport,
): Promise<ExportedSales | null> {
  const documents = await listSalesDocuments(deps, range)
  const booked = documents.filter(({ grossPence }) => grossPence !== 0)
  const files = LAYOUTS[tool](booked, { salesAccount })
  const made = packed(files, `${tool}-${from}-to-${to}`)
  if (!made) return null
  await deps.db.$transaction((tx) =>
    recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'sales.exported',
      subject: { kind: 'bookkeeping', id: tool },
      details: {
        from,
        to,
        documents: booked.length,
        totalPence: sumPence(booked.map(({ grossPence }) => grossPence)),
        file: made.name,
        sha256: createHash('sha256').update(made.bytes).digest('hex'),
      },
    }),
  )
  return made
}

function packed(files: readonly LayoutFile[], name: string): ExportedSales | null {
  const [only] = files
  if (!only) return null
  if (files.length > 1) return { name: `${name}.zip`, type: 'application/zip', bytes: zipOf(files) }
  return { name: `${name}.csv`, type: 'text/csv', bytes: Buffer.from(only.content) }
}
