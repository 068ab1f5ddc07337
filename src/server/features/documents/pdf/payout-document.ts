import {
  type PayoutDetails,
  type PayoutDocumentKind,
  payoutDetailsSchema,
} from '#server/features/documents/document-details.ts'
import { type DocumentDetail, renderDocumentPdf } from '#server/infra/pdf-document.ts'
import { columnsOf, dayOf, percentOfRate, pounds } from './format.ts'

const PAYOUT_DOCUMENT_NAMES: Readonly<Record<PayoutDocumentKind, string>> = {
  selfBilledInvoice: 'Self-billing invoice',
  commissionStatement: 'Commission statement',
  remittanceAdvice: 'Remittance advice',
}

const NUMBER_LABELS: Readonly<Record<PayoutDocumentKind, string>> = {
  selfBilledInvoice: 'Invoice number',
  commissionStatement: 'Statement number',
  remittanceAdvice: 'Advice number',
}

/**
 * The PDF of a paid payout from its frozen details. A self-billing invoice has the particulars of a full VAT
 * invoice (VAT Regulations 1995, reg. 14) with the referer as supplier, and says whose output tax it shows (VAT
 * Notice 700/62, section 4).
 */
export function renderPayoutPdf(input: unknown): Promise<Buffer> {
  const details = payoutDetailsSchema.parse(input)
  const name = PAYOUT_DOCUMENT_NAMES[details.kind]
  const { from, to } = partiesOf(details)

  return renderDocumentPdf({
    title: `${name} ${details.number}`,
    heading: name,
    author: details.customer.name,
    createdAt: new Date(details.issuedAt),
    particulars: [[from], [to], references(details)],
    ...tableOf(details),
    notes: notesOf(details),
  })
}

/** On a self-billed invoice the referer supplies and the shop buys; the other documents go from the shop to the referer. */
function partiesOf({ kind, customer, supplier }: PayoutDetails): {
  from: DocumentDetail
  to: DocumentDetail
} {
  const shop = partyLines({ ...customer, businessName: null })
  const referer = partyLines(supplier)
  return kind === 'selfBilledInvoice'
    ? { from: { label: 'Supplier', lines: referer }, to: { label: 'Customer', lines: shop } }
    : { from: { label: 'From', lines: shop }, to: { label: 'To', lines: referer } }
}

function partyLines({ name, businessName, address, vatNumber, companyNumber }: PayoutDetails['supplier']) {
  return [
    businessName ?? '',
    name === businessName ? '' : name,
    ...(address ?? '').split(/\s*(?:\r?\n|,)\s*/),
    companyNumber === null ? '' : `Company number ${companyNumber}`,
    vatNumber === null ? '' : `VAT number ${vatNumber}`,
  ]
}

function references({
  kind,
  number,
  issuedAt,
  paidAt,
  quarter,
  ...details
}: PayoutDetails): DocumentDetail[] {
  const isOneDay = dayOf(issuedAt) === dayOf(paidAt)
  const isInvoice = kind === 'selfBilledInvoice'
  const account = details.accountEnding === null ? '' : `to the account ending ${details.accountEnding}`
  return [
    { label: NUMBER_LABELS[kind], lines: [number] },
    { label: isInvoice && isOneDay ? 'Date and tax point' : 'Date', lines: [dayOf(issuedAt)] },
    ...(isInvoice && !isOneDay ? [{ label: 'Tax point', lines: [dayOf(paidAt)] }] : []),
    { label: 'Commission of', lines: [quarter] },
    { label: 'Paid on', lines: [dayOf(paidAt), account] },
  ]
}

/** A statement has no VAT and no column for it. */
function tableOf({ kind, vatRate, lines, totals }: PayoutDetails) {
  const described = lines.map(({ description, note }) =>
    note === null ? description : { text: description, note },
  )
  const sums = lines.map(({ netPence }) => pounds(netPence))
  if (kind === 'commissionStatement') {
    return {
      columns: columnsOf('Description', [['Commission', 90]]),
      rows: described.map((text, index) => [text, sums[index] ?? '']),
      totals: [['Total paid', pounds(totals.netPence)]],
    }
  }
  const rate = percentOfRate(vatRate)
  return {
    columns: columnsOf('Description', [
      ['VAT rate', 60],
      ['Before VAT', 90],
    ]),
    rows: described.map((text, index) => [
      text,
      lines[index]?.hasVat === false ? '–' : rate,
      sums[index] ?? '',
    ]),
    totals: [
      ['Commission before VAT', '', pounds(totals.netPence)],
      ['VAT', rate, pounds(totals.vatPence)],
      ['Total paid', '', pounds(totals.grossPence)],
    ],
  }
}

function notesOf({ kind, totals, supplier, agreement }: PayoutDetails): string[] {
  const sums = 'All sums are in pounds sterling.'
  if (kind === 'commissionStatement') {
    const why =
      supplier.vatNumber === null
        ? 'you are not registered for it'
        : 'this was earned before you were registered for it'
    return [`No VAT is paid: ${why}. ${sums}`]
  }
  if (kind === 'remittanceAdvice') {
    const { netPence, vatPence, grossPence } = totals
    return [
      `This is not a VAT invoice. Please send us yours for ${pounds(netPence)} and ${pounds(vatPence)} VAT, ${pounds(grossPence)} in all.`,
      sums,
    ]
  }
  return [
    'The VAT shown is your output tax due to HMRC.',
    `Self-billed by the customer under our agreement ${termOf(agreement)}: please raise no invoice of your own for this.`,
    sums,
  ]
}

function termOf(agreement: PayoutDetails['agreement']): string {
  if (agreement === null) return ''
  const until = agreement.until === null ? '' : ` to ${dayOf(agreement.until)}`
  return `of ${dayOf(agreement.from)}${until}`
}
