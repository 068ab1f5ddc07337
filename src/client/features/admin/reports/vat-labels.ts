import { formatRate } from '#client/lib/format.ts'
import type { Stagger } from '#shared/calendar/vat-period.ts'
import { formatPounds, parsePounds, scalePence } from '#shared/money/money.ts'
import type { VatDocumentOutput, VatSideName } from '#shared/schemas/vat.ts'

/** HMRC's stagger groups (DMBM530020), as the select names them. */
export const STAGGER_LABELS: Record<Stagger, string> = {
  1: 'Quarters: Mar, Jun, Sep, Dec',
  2: 'Quarters: Jan, Apr, Jul, Oct',
  3: 'Quarters: Feb, May, Aug, Nov',
  0: 'Every month',
}

export const KIND_LABELS: Record<VatDocumentOutput['kind'], string> = {
  invoice: 'Invoices',
  creditNote: 'Credit notes',
  selfBilledInvoice: 'Self-billed invoices',
  commissionStatement: 'Commission statements',
  remittanceAdvice: 'Remittance advices',
}

/** The boxes of the VAT return that the shop's documents fill, by HMRC's numbers (VAT Notice 700/12). */
export const BOX_LABELS = {
  1: 'Box 1, VAT on sales',
  4: 'Box 4, VAT reclaimed',
  5: 'Box 5, VAT to pay',
  6: 'Box 6, sales net',
  7: 'Box 7, purchases net',
} as const

/** Which boxes of the VAT return documents fill, or why none. */
export const SIDE_LABELS: Record<VatSideName, string> = {
  sales: 'Boxes 1 and 6: sales',
  purchases: 'Boxes 4 and 7: purchases',
  outside: 'In no box',
}

/** A fraction as people say it: 0.2 is "20%". */
export function rateLabel(vatRate: number): string {
  return vatRate === 0 ? 'No VAT' : formatRate(vatRate)
}

/** An amount as boxes 6 to 9 of the VAT return take it: without pence (VAT Notice 700/12; HMRC's VAT API). */
export function wholePounds(amount: string): string {
  const exact = { amount: parsePounds(amount), numerator: 1, denominator: 1 }
  return formatPounds(scalePence({ ...exact, rounding: 'halfUpToPound' }))
}
