import {
  formatPounds,
  negatePence,
  type Pence,
  pence,
  subtractPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import type { VatSideName } from '#shared/schemas/vat.ts'

type VatDocumentKind =
  | 'invoice'
  | 'creditNote'
  | 'selfBilledInvoice'
  | 'commissionStatement'
  | 'remittanceAdvice'

/** Documents of one kind and rate, or one document; amounts as on paper, without a minus sign. */
export type VatSums = {
  kind: VatDocumentKind
  /** Whether the shop was registered for VAT when they were made. */
  isRegistered: boolean
  /** A fraction: 0.2 is 20 %. */
  vatRate: number
  count: number
  netPence: Pence
  vatPence: Pence
}

/**
 * Where a document counts (VAT Notice 700/12). Boxes 1 and 6 take sales: invoices, less credit notes (VAT Regulations
 * 1995, reg. 38). Boxes 4 and 7 take purchases on a self-billed invoice, which is the evidence for input tax (VAT Notice
 * 700/62; VATREC15030). A remittance advice asks for the supplier's invoice, and without it nothing is reclaimed.
 */
export function vatSide({ kind, isRegistered }: Pick<VatSums, 'kind' | 'isRegistered'>): VatSideName {
  if (!isRegistered) return 'outside'
  if (kind === 'invoice' || kind === 'creditNote') return 'sales'
  return kind === 'selfBilledInvoice' ? 'purchases' : 'outside'
}

export type VatReturn = {
  /** VAT due on sales. */
  box1Pence: Pence
  /** VAT reclaimed on purchases. */
  box4Pence: Pence
  /** Box 1 less box 4: to pay, or below 0 to be repaid. */
  box5Pence: Pence
  /** Sales without VAT. */
  box6Pence: Pence
  /** Purchases without VAT. */
  box7Pence: Pence
}

/** The boxes that the shop's documents fill. What else the business buys and sells is not known here. */
export function vatReturn(sums: readonly VatSums[]): VatReturn {
  const of = (side: VatSideName, pick: (one: VatSums) => Pence) =>
    sumPence(sums.filter((one) => vatSide(one) === side).map((one) => signed(one, pick(one))))
  const box1Pence = of('sales', ({ vatPence }) => vatPence)
  const box4Pence = of('purchases', ({ vatPence }) => vatPence)
  return {
    box1Pence,
    box4Pence,
    box5Pence: subtractPence(box1Pence, box4Pence),
    box6Pence: of('sales', ({ netPence }) => netPence),
    box7Pence: of('purchases', ({ netPence }) => netPence),
  }
}

/** A credit note takes away. */
export function signed({ kind }: Pick<VatSums, 'kind'>, amount: Pence): Pence {
  return kind === 'creditNote' ? negatePence(amount) : amount
}

/** What the boxes are made of, by rate: the rate is that of each document's tax point, frozen in it. */
export function salesByRate(
  sums: readonly VatSums[],
): { vatRate: number; netPence: Pence; vatPence: Pence }[] {
  const sales = sums.filter((one) => vatSide(one) === 'sales')
  return [...new Set(sales.map(({ vatRate }) => vatRate))]
    .toSorted((a, b) => b - a)
    .map((vatRate) => {
      const own = sales.filter((one) => one.vatRate === vatRate)
      return {
        vatRate,
        netPence: sumPence(own.map((one) => signed(one, one.netPence))),
        vatPence: sumPence(own.map((one) => signed(one, one.vatPence))),
      }
    })
}

/** A paid order with its documents and what the books have credited; amounts in pence. */
export type OrderDocuments = {
  orderId: string
  totalPence: Pence
  vatPence: Pence
  /** Invoices but those that cancel a credit note. */
  invoiceCount: number
  invoicedPence: Pence
  invoicedVatPence: Pence
  /** Credit notes less the invoices that cancel one. */
  creditNotedPence: Pence
  creditNotedVatPence: Pence
  /** Of refunds and lost disputes. */
  creditedPence: Pence
  creditedVatPence: Pence
}

const pounds = (amount: Pence) => formatPounds(amount, { sums: true })

/** What does not fit about the documents of a paid order; null where each amount is documented once. */
export function explainOrder(order: OrderDocuments): string | null {
  const { orderId, totalPence, vatPence } = order
  if (order.invoiceCount === 0) return `Order ${orderId} of ${pounds(totalPence)} has no invoice.`
  if (order.invoiceCount > 1) return `Order ${orderId} has ${order.invoiceCount} invoices.`
  if (order.invoicedPence !== totalPence || order.invoicedVatPence !== vatPence) {
    return `Order ${orderId} is ${pounds(totalPence)} with ${pounds(vatPence)} VAT, its invoice ${pounds(order.invoicedPence)} with ${pounds(order.invoicedVatPence)}.`
  }
  if (
    order.creditNotedPence !== order.creditedPence ||
    order.creditNotedVatPence !== order.creditedVatPence
  ) {
    return `Order ${orderId} was credited ${pounds(order.creditedPence)} with ${pounds(order.creditedVatPence)} VAT, and its credit notes are ${pounds(order.creditNotedPence)} with ${pounds(order.creditNotedVatPence)}.`
  }
  return null
}

/** A series of documents: numbers run from 1 without a gap (VAT Regulations 1995, reg. 14(1)(a)). */
export type SeriesCount = { key: string; prefix: string; lastNumber: number; documents: number }

export function explainSeries({ prefix, lastNumber, documents }: SeriesCount): string | null {
  if (lastNumber === documents) return null
  return `Numbers of ${prefix} run to ${lastNumber}, and ${documents} documents have one.`
}

/** A payout with its document. */
export type PayoutDocument = {
  payoutId: string
  name: string
  quarter: string
  status: string
  totalPence: Pence
  vatPence: Pence
  label: string | null
  documentPence: Pence | null
  documentVatPence: Pence | null
}

/** What does not fit about a payout and its document; null where it does. */
export function explainPayoutDocument(payout: PayoutDocument): string | null {
  const { name, quarter, status, label, totalPence, vatPence } = payout
  const what = `Payout ${quarter} to ${name}`
  if (label === null) return status === 'paid' ? `${what} of ${pounds(totalPence)} has no document.` : null
  if (status !== 'paid') return `${label} is for ${what}, which is not paid: it is ${status}.`
  if (payout.documentPence === totalPence && payout.documentVatPence === vatPence) return null
  return `${what} is ${pounds(totalPence)} with ${pounds(vatPence)} VAT, and ${label} is ${pounds(payout.documentPence ?? zeroPence)} with ${pounds(payout.documentVatPence ?? pence(0))}.`
}
