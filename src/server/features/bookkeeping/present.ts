import type { z } from 'zod'
import type { bookkeepingSumsOutput } from '#shared/schemas/bookkeeping.ts'
import type { sumSalesDocuments } from './sales-documents.ts'

type KindSum = Awaited<ReturnType<typeof sumSalesDocuments>>[number]

const NOTHING = { documents: 0, netPence: 0, vatPence: 0, grossPence: 0 }

/** The sums of a period; the total is invoices less credit notes. */
export function presentSums(sums: readonly KindSum[]): z.input<typeof bookkeepingSumsOutput> {
  const invoices = sums.find(({ kind }) => kind === 'invoice') ?? NOTHING
  const creditNotes = sums.find(({ kind }) => kind === 'creditNote') ?? NOTHING
  return {
    invoices: presentKind(invoices),
    creditNotes: presentKind(creditNotes),
    total: presentKind({
      documents: invoices.documents + creditNotes.documents,
      netPence: invoices.netPence - creditNotes.netPence,
      vatPence: invoices.vatPence - creditNotes.vatPence,
      grossPence: invoices.grossPence - creditNotes.grossPence,
    }),
  }
}

function presentKind({ documents, netPence, vatPence, grossPence }: Omit<KindSum, 'kind'>) {
  return { documents, net: netPence, vat: vatPence, gross: grossPence }
}
