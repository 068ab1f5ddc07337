import type { EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import {
  type DocumentPayout,
  type EntrySum,
  findPayoutDocument,
} from '#server/features/commissions/queries.ts'
import type { PayoutDetails, PayoutDocumentKind } from '#server/features/documents/document-details.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { isSelfBilling } from '#server/features/referers/self-billing.ts'
import { displayQuarterLabel, parseQuarter, titleOf } from '#shared/calendar/quarter.ts'
import { formatPounds, sumPence } from '#shared/money/money.ts'

/**
 * Renders the document of a referer's own paid payout. Another referer's payout counts as unknown.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function openPayoutDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  payout: { payoutId: string; refererId: string },
): Promise<{ filename: string; content: Buffer }> {
  const documentId = await findPayoutDocument(deps, payout)
  if (documentId === null) throw new ShopError('INVOICE_NOT_FOUND')
  return renderDocument(deps, documentId)
}

type Seller = Deps['config']['seller']

type DocumentInput = {
  payout: DocumentPayout
  sums: readonly EntrySum[]
  customer: Seller
  paidAt: Date
  vatRate: number
}

/** The content of a payout's document, frozen when it is numbered. */
export function payoutDetails({ payout, sums, customer, paidAt, vatRate }: DocumentInput) {
  const { referer } = payout
  const kind = kindOf(payout, customer, paidAt)
  return {
    kind,
    paidAt: paidAt.toISOString(),
    payoutId: payout.id,
    quarter: quarterTitle(payout.quarter),
    customer: {
      name: customer.name,
      address: customer.address,
      vatNumber: customer.vatNumber,
      companyNumber: customer.companyNumber,
    },
    supplier: {
      name: referer.name,
      businessName: referer.fullBusinessName,
      address: addressOf(referer),
      vatNumber: referer.isVatRegistered ? referer.vatNumber : null,
      companyNumber: referer.companyNumber,
    },
    lines: linesOf(payout, sums),
    vatRate: payout.vatPence === 0 ? 0 : vatRate,
    totals: { netPence: payout.payoutPence, vatPence: payout.vatPence, grossPence: payout.totalPence },
    agreement:
      kind === 'selfBilledInvoice' && referer.selfBillingFrom !== null
        ? {
            from: referer.selfBillingFrom.toISOString(),
            until: referer.selfBillingUntil?.toISOString() ?? null,
          }
        : null,
    accountEnding: referer.bankAccountEnding,
  }
}

/**
 * The kind of a payout's document (requirements §6). Self-billing needs two VAT-registered businesses and an agreement
 * in force (VAT Regulations 1995, reg. 13(3)); otherwise the referer is asked for an invoice.
 */
function kindOf({ vatPence, referer }: DocumentPayout, customer: Seller, at: Date): PayoutDocumentKind {
  if (vatPence === 0) return 'commissionStatement'
  const areBothRegistered = referer.vatNumber !== null && customer.vatNumber !== null
  const canSelfBill = areBothRegistered && addressOf(referer) !== null && isSelfBilling(referer, at)
  return canSelfBill ? 'selfBilledInvoice' : 'remittanceAdvice'
}

function addressOf(referer: DocumentPayout['referer']): string | null {
  const { addressLine1, addressLine2, city, postcode, country } = referer
  if (addressLine1 === null) return null
  return [addressLine1, addressLine2, city, postcode, country].filter(Boolean).join('\n')
}

/**
 * One line per ledger quarter, so that sums carried forward show their origin. Where there is VAT, commission from
 * before the registration has its own line.
 */
function linesOf(payout: DocumentPayout, sums: readonly EntrySum[]): PayoutDetails['lines'] {
  const labels = [...new Set(sums.map((sum) => sum.quarter))].toSorted()
  return labels.flatMap((label) => {
    const own = sums.filter((sum) => sum.quarter === label)
    if (payout.vatPence === 0) return lineOf(payout.quarter, label, own, '')
    const vatable = own.filter(({ isVatable }) => isVatable)
    const before = own.filter(({ isVatable }) => !isVatable)
    return [
      ...lineOf(payout.quarter, label, vatable, ''),
      ...lineOf(payout.quarter, label, before, BEFORE).map((line) => ({ ...line, hasVat: false })),
    ]
  })
}

const BEFORE = ', before your registration for VAT'

function lineOf(quarter: string, label: string, sums: readonly EntrySum[], addition: string) {
  if (sums.length === 0) return []
  const carried = label === quarter ? '' : ', carried forward'
  const description = `Commission on first orders, ${quarterTitle(label)}${carried}${addition}`
  return [{ description, note: noteOf(sums), netPence: sumPence(sums.map(({ sumPence: sum }) => sum)) }]
}

function noteOf(sums: readonly EntrySum[]): string | null {
  const of = (kind: EntrySum['kind']) => sums.find((sum) => sum.kind === kind)
  const [earned, corrected, reversed] = [of('earned'), of('corrected'), of('reversed')]
  const parts = [
    earned ? `${earned.count} ${earned.count === 1 ? 'order' : 'orders'} ${money(earned)}` : '',
    corrected && corrected.sumPence !== 0 ? `card fees corrected ${money(corrected)}` : '',
    reversed && reversed.sumPence !== 0 ? `refunds ${money(reversed)}` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join(', ')
}

const money = ({ sumPence: sum }: EntrySum) => formatPounds(sum, { sums: true })

function quarterTitle(label: string): string {
  const quarter = parseQuarter(label)
  return quarter ? titleOf(quarter) : displayQuarterLabel(label)
}

const MAIL_NAMES = {
  selfBilledInvoice: 'self-billing-invoice',
  commissionStatement: 'commission-statement',
  remittanceAdvice: 'remittance-advice',
} as const satisfies Record<PayoutDocumentKind, EmailProps<'payout-paid'>['document']>

type PayoutMail = {
  payout: DocumentPayout
  document: { label: string; kind: PayoutDocumentKind }
  paidAt: Date
}

/** The props of the mail about a payment. */
export function payoutMail({
  payout,
  document,
  paidAt,
}: PayoutMail): Omit<EmailProps<'payout-paid'>, 'site'> {
  return {
    name: payout.referer.name,
    quarter: payout.quarter,
    orderCount: payout.orderCount,
    payoutPence: payout.payoutPence,
    vatPence: payout.vatPence,
    totalPence: payout.totalPence,
    paidAt: paidAt.toISOString(),
    accountEnding: payout.referer.bankAccountEnding,
    document: MAIL_NAMES[document.kind],
    documentNumber: document.label,
  }
}
