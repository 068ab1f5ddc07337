/** Stripe's evidence fields, as the order's page names them. */
export const EVIDENCE_LABELS: Readonly<Record<string, string>> = {
  access_activity_log: 'Access log',
  billing_address: 'Billing address',
  customer_email_address: 'Email',
  customer_name: 'Name',
  product_description: 'What was sold',
  refund_policy_disclosure: 'Consent and refund policy',
  refund_refusal_explanation: 'Why nothing was refunded',
  service_date: 'Day of the service',
  uncategorized_text: 'Watch record',
}

/** Copy of the answer to a dispute. */
export const disputeMessages = {
  title: 'Answer to the bank',
  prepared: 'Evidence Prepared',
  preparedText: 'It stands at Stripe as a draft. Nothing was sent to the bank.',
  prepareFailed: 'The evidence was not prepared',
  submitted: 'Evidence Sent',
  submittedText: 'The bank decides now; what comes of it is booked here by itself.',
  submitFailed: 'The evidence was not sent',
  openFailed: 'The PDF could not be made',
} as const
