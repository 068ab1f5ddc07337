import { EVIDENCE_LIMITS, type EvidenceTexts } from '#server/infra/stripe-disputes.ts'
import type { EvidenceFacts, FactLine } from './evidence-facts.ts'

/**
 * The facts as Stripe's text fields, each within Stripe's limit; a field with nothing to say is left out, and nothing is
 * said that the shop does not know.
 */
export function evidenceTexts(facts: EvidenceFacts): EvidenceTexts {
  const { customer, consent, watched } = facts
  return withoutBlank({
    product_description: cut(facts.product),
    customer_name: cut(customer.name),
    customer_email_address: cut(customer.email),
    billing_address: cut(customer.address ?? ''),
    service_date: facts.boughtOn,
    access_activity_log: linesWithin(facts.access),
    refund_policy_disclosure: cut(disclosureOf(facts)),
    refund_refusal_explanation:
      consent === null || facts.access.length === 0
        ? ''
        : 'The films opened at once at the customer’s express request. By the wording agreed to before paying, the right to cancel ended with that (Consumer Contracts Regulations 2013, regulation 37). The log shows that they were opened.',
    uncategorized_text: linesWithin(watched),
  })
}

function disclosureOf({ consent, policyAddress, confirmedAt }: EvidenceFacts): string {
  const agreed =
    consent && `Before paying, at ${consent.at}, the customer agreed to this: “${consent.wording}”`
  const shown = `The refund policy is linked on every page of the shop: ${policyAddress}.`
  const repeated =
    confirmedAt && `The confirmation email of ${confirmedAt} says what became of the right to cancel.`
  return [agreed, shown, repeated].filter(Boolean).join(' ')
}

/** As many whole lines as fit, and how many did not. */
function linesWithin(lines: readonly FactLine[]): string {
  const kept: string[] = []
  // Room for the last line, which says how many are left out.
  let room = EVIDENCE_LIMITS.text - 40
  for (const { at, text } of lines) {
    const line = `${at}  ${text}`
    if (line.length + 1 > room) break
    kept.push(line)
    room -= line.length + 1
  }
  const left = lines.length - kept.length
  return [...kept, ...(left > 0 ? [`… and ${left} more.`] : [])].join('\n')
}

function cut(text: string): string {
  return text.length <= EVIDENCE_LIMITS.text ? text : `${text.slice(0, EVIDENCE_LIMITS.text - 1)}…`
}

function withoutBlank(texts: EvidenceTexts): EvidenceTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
