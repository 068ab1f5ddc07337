import { type ReportSection, renderReportPdf } from '#server/infra/pdf-report.ts'
import { refundPolicyRules } from '#shared/messages/refund-policy.ts'
import type { EvidenceFacts, FactLine } from './evidence-facts.ts'

/** Everything that is known of a disputed payment on paper, for the bank. `at` is the only other time in its bytes. */
export function renderEvidence(facts: EvidenceFacts, at: Date): Promise<Buffer> {
  const { customer, consent, invoice } = facts
  return renderReportPdf({
    title: `Evidence for dispute ${facts.stripeDisputeId}`,
    author: facts.seller,
    createdAt: at,
    lede: `${facts.seller} answers the dispute of ${facts.amount} for charge ${facts.chargeId ?? 'unknown'}.`,
    sections: [
      {
        heading: 'Receipt',
        rows: [
          { label: 'Invoice', text: invoice?.number ?? 'None' },
          { label: 'Order', text: facts.orderId },
          { label: 'Paid', text: facts.paid },
          { label: 'Customer', text: customer.name },
          { label: 'Email', text: customer.email },
          ...(customer.address === null ? [] : [{ label: 'Address', text: customer.address }]),
          { label: 'Account since', text: customer.since },
          ...(customer.confirmed === null ? [] : [{ label: 'Address confirmed', text: customer.confirmed }]),
        ],
      },
      { heading: 'What was sold', paragraphs: [facts.product] },
      {
        heading: 'Consent before paying',
        paragraphs:
          consent === null
            ? ['The customer did not give up the right to cancel.']
            : [`Agreed to at ${consent.at}:`, `“${consent.wording}”`],
      },
      section('Access log', facts.access, 'No film of this order was opened.'),
      section('Watch record', facts.watched, 'No film of this order was watched.'),
      section('Emails to the customer', facts.mails, 'None on record.'),
      section('Messages from the customer', facts.messages, 'None on record.'),
      ...policySections(facts.policyAddress),
    ],
  })
}

function section(heading: string, lines: readonly FactLine[], none: string): ReportSection {
  if (lines.length === 0) return { heading, paragraphs: [none] }
  return { heading, rows: lines.map(({ at, text }) => ({ label: at, text })) }
}

/** The rules of the refund policy in the words of its page. */
function policySections(address: string): ReportSection[] {
  const parts = refundPolicyRules.trim().split(/^# /m).filter(Boolean)
  return parts.map((part, index) => {
    const [head = '', ...body] = part.split('\n')
    const title = head.slice(head.indexOf(':') + 1).trim()
    const paragraphs = body
      .join('\n')
      .split('\n\n')
      .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
      .filter(Boolean)
    return {
      heading: `Refund policy: ${title}`,
      paragraphs: index === 0 ? [`As shown at ${address}`, ...paragraphs] : paragraphs,
    }
  })
}
