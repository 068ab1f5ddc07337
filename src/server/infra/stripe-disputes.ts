import Stripe from 'stripe'

/** Texts and files that Stripe sends to the bank, by its own names; only those the shop has something for. */
export type EvidenceTexts = Partial<
  Record<
    | 'access_activity_log'
    | 'billing_address'
    | 'customer_email_address'
    | 'customer_name'
    | 'product_description'
    | 'refund_policy_disclosure'
    | 'refund_refusal_explanation'
    | 'service_date'
    | 'uncategorized_text',
    string
  >
>
type EvidenceFiles = Partial<Record<'receipt' | 'uncategorized_file', string>>

/** Stripe's limits for evidence: a long text, all texts together, and a file. */
export const EVIDENCE_LIMITS = { text: 20_000, allTexts: 150_000, fileBytes: 4_500_000 } as const

type EvidenceState = {
  /** Whether the bank waits for an answer that can still be given. */
  canSubmit: boolean
  dueAt: Date | null
  submissions: number
}

/** What Stripe takes of the shop for its answer to a disputed payment. */
export type DisputeCalls = {
  /** Uploads a PDF as evidence. Returns its id; a file that nothing names does no harm. */
  uploadEvidence(file: { name: string; content: Buffer }): Promise<string>
  /** Saves evidence without sending it to the bank. Null when Stripe does not take it any more. */
  saveEvidence(
    disputeId: string,
    evidence: { texts: EvidenceTexts; files: EvidenceFiles },
  ): Promise<EvidenceState | null>
  /** Sends what is saved to the bank, once and for good. Null when Stripe does not take it any more. */
  submitEvidence(disputeId: string): Promise<EvidenceState | null>
}

/** An upload of some megabytes takes longer than a call. */
const UPLOAD_TIMEOUT_MS = 20_000

export function disputeCalls(stripe: Stripe): DisputeCalls {
  async function update(
    disputeId: string,
    params: Stripe.DisputeUpdateParams,
  ): Promise<EvidenceState | null> {
    try {
      return presentState(await stripe.disputes.update(disputeId, params))
    } catch (error) {
      // A closed or answered dispute, or one whose time is over, is refused as a bad request.
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return null
      throw error
    }
  }

  return {
    async uploadEvidence({ name, content }) {
      const file = await stripe.files.create(
        { purpose: 'dispute_evidence', file: { data: content, name, type: 'application/pdf' } },
        { timeout: UPLOAD_TIMEOUT_MS },
      )
      return file.id
    },
    saveEvidence: (disputeId, { texts, files }) =>
      update(disputeId, { evidence: { ...texts, ...files }, submit: false }),
    submitEvidence: (disputeId) => update(disputeId, { submit: true }),
  }
}

function presentState({ status, evidence_details: details }: Stripe.Dispute): EvidenceState {
  return {
    canSubmit: status === 'needs_response' || status === 'warning_needs_response',
    dueAt: details.due_by === null ? null : new Date(details.due_by * 1000),
    submissions: details.submission_count,
  }
}
