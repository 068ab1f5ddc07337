import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { creditNoteDetailsSchema, invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { LondonRange } from '#shared/calendar/calendar.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { documentsInExport } from '#shared/schemas/bookkeeping.ts'

/** An invoice or a credit note as it goes into the books; a credit note's amounts are below 0. */
export type SalesDocument = {
  kind: 'invoice' | 'creditNote'
  number: string
  issuedAt: Date
  orderId: string
  customer: { name: string; email: string; address: string[] }
  description: string
  /** A fraction: 0.2 is 20 %. */
  vatRate: number
  netPence: Pence
  vatPence: Pence
  grossPence: Pence
  /** What Stripe kept of the payment of an invoice; 0 where it has not said so, and for every other document. */
  feePence: Pence
  /** False where the money went another way than through Stripe. */
  isThroughStripe: boolean
}

/** The documents of a period that a buyer was charged or credited with, in the order of their numbers. */
export async function listSalesDocuments(
  { db }: Pick<Deps, 'db'>,
  { start, end }: LondonRange,
): Promise<SalesDocument[]> {
  const rows = await db.document.findMany({
    where: { kind: { in: ['invoice', 'creditNote'] }, issuedAt: { gte: start, lt: end } },
    orderBy: [{ kind: 'asc' }, { number: 'asc' }],
    take: documentsInExport + 1,
    select: {
      ...columns('kind', 'cancelsId', 'details', 'issuedAt'),
      order: { select: { payment: { select: { feePence: true, feeIsEstimate: true } } } },
      refund: { select: { resolution: true } },
    },
  })
  if (rows.length > documentsInExport) throw new ShopError('PERIOD_TOO_LONG')
  return rows.map((row) => {
    const { refund, order, cancelsId, issuedAt } = row
    const payment = order?.payment
    const hasOwnFee = row.kind === 'invoice' && cancelsId === null && payment && !payment.feeIsEstimate
    return {
      ...(row.kind === 'invoice' ? readInvoice(row.details) : readCreditNote(row.details)),
      issuedAt,
      feePence: pence(hasOwnFee ? (payment.feePence ?? 0) : 0),
      isThroughStripe: refund?.resolution !== 'paidOtherwise',
    }
  })
}

type Read = Omit<SalesDocument, 'issuedAt' | 'feePence' | 'isThroughStripe'>
type Details = z.infer<typeof invoiceDetailsSchema> | z.infer<typeof creditNoteDetailsSchema>

function readInvoice(json: Prisma.JsonValue): Read {
  const details = invoiceDetailsSchema.parse(json)
  return { kind: 'invoice', ...common(details), ...signed(details.totals, 1), description: linesOf(details) }
}

function readCreditNote(json: Prisma.JsonValue): Read {
  const details = creditNoteDetailsSchema.parse(json)
  const description = `Credit for ${details.invoice.number}: ${linesOf(details)}`
  return { kind: 'creditNote', ...common(details), ...signed(details.totals, -1), description }
}

function common({ number, orderId, buyer, vatRate }: Details) {
  const name = buyer.businessName ?? buyer.name
  const address = (buyer.address ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  return { number, orderId, vatRate, customer: { name, email: buyer.email, address } }
}

function linesOf({ lines }: { lines: readonly { description: string }[] }): string {
  return lines.map(({ description }) => description).join('; ')
}

function signed(totals: { netPence: number; vatPence: number; grossPence: number }, sign: 1 | -1) {
  return {
    netPence: pence(sign * totals.netPence),
    vatPence: pence(sign * totals.vatPence),
    grossPence: pence(sign * totals.grossPence),
  }
}

type KindSum = {
  kind: SalesDocument['kind']
  documents: number
  netPence: number
  vatPence: number
  grossPence: number
}

/** The sums of a period's invoices and credit notes, both as they are printed: without a minus sign. */
export function sumSalesDocuments({ db }: Pick<Deps, 'db'>, { start, end }: LondonRange): Promise<KindSum[]> {
  return db.$queryRaw<KindSum[]>`
    select "kind"::text as "kind", count(*)::int as "documents",
      sum(("details" #>> '{totals,netPence}')::int)::float8 as "netPence",
      sum(("details" #>> '{totals,vatPence}')::int)::float8 as "vatPence",
      sum(("details" #>> '{totals,grossPence}')::int)::float8 as "grossPence"
    from "Document"
    where "kind" in ('invoice', 'creditNote') and "issuedAt" >= ${start} and "issuedAt" < ${end}
    group by 1`
}
