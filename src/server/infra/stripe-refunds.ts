import Stripe from 'stripe'
import { type Pence, pence, zeroPence } from '#shared/money/money.ts'
import type { DisputeStatus } from '#shared/refunds/refund-states.ts'

export type RefundDetails = {
  refundId: string
  /** The shop's own request it answers; null for a refund made at Stripe. */
  requestId: string | null
  amountPence: Pence
  /** Moves forward only: a refund that failed stays failed. */
  status: 'pending' | 'succeeded' | 'failed'
  reason: string | null
  createdAt: Date
}

export type DisputeDetails = {
  disputeId: string
  amountPence: Pence
  status: DisputeStatus
  /** What the bank took for good, net of what it gave back; 0 while the dispute is not lost. */
  takenPence: Pence
  /** How many balance transactions there are: there are only ever more. */
  movementCount: number
  dueAt: Date | null
  openedAt: Date
}

export type RefundRequest = { intentId: string; amountPence: Pence; requestId: string; keyNumber: number }

/**
 * What became of a question for a refund; the code is Stripe's own, or its sentence where there is none. `refused`: there will be none.
 * `unsent`: there is none, and the question was not looked at. `unanswered`: unknown; the same key again is the same
 * refund. `error`: unknown, and the same key is answered with the same error for a day.
 */
export type RefundAnswer =
  | { kind: 'refund'; refundId: string }
  | { kind: 'refused' | 'unsent' | 'unanswered' | 'error'; code: string }

/** What an error of the SDK says about the requested refund. */
export function refundFailure(error: InstanceType<typeof Stripe.errors.StripeError>): RefundAnswer {
  const code = error.code ?? error.message
  const { statusCode } = error
  if (isSavedError(error)) return { kind: 'error', code }
  if (statusCode === undefined || statusCode === 409) return { kind: 'unanswered', code }
  const isUnseen = statusCode === 401 || statusCode === 403 || statusCode === 429
  return { kind: isUnseen ? 'unsent' : 'refused', code }
}

/** Whether Stripe answered with an error of its own, which it repeats to the same idempotency key for a day. */
export function isSavedError(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500
}

/** The first key is the name alone; another number is another question. */
export function numberedKey(name: string, keyNumber: number): string {
  return keyNumber === 1 ? name : `${name}-${keyNumber}`
}

export function presentRefund(refund: Stripe.Refund): RefundDetails {
  return {
    refundId: refund.id,
    requestId: refund.metadata?.requestId ?? null,
    amountPence: pence(refund.amount),
    status: presentRefundStatus(refund.status),
    reason: refund.reason,
    createdAt: new Date(refund.created * 1000),
  }
}

function presentRefundStatus(status: string | null): RefundDetails['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** A dispute by what the bank moved, whatever the dispute is called; Stripe's own fee stands beside it. */
export function presentDispute(dispute: Stripe.Dispute): DisputeDetails {
  const { amount, balance_transactions: moved, evidence_details: details } = dispute
  const netPence = moved.reduce((sum, transaction) => sum + transaction.amount, 0)
  const outPence = pence(Math.max(0, -netPence))
  const status = presentDisputeStatus(dispute.status, outPence)
  return {
    disputeId: dispute.id,
    amountPence: pence(amount),
    status,
    takenPence: status === 'lost' ? outPence : zeroPence,
    movementCount: moved.length,
    dueAt: typeof details?.due_by === 'number' ? new Date(details.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  }
}

/** An inquiry takes no money; a prevented dispute is lost where the buyer was paid for it, else it is nothing. */
function presentDisputeStatus(status: Stripe.Dispute.Status, outPence: Pence): DisputeStatus {
  if (status === 'lost') return 'lost'
  if (status === 'prevented') return outPence > 0 ? 'lost' : 'won'
  if (status === 'won' || status === 'warning_closed') return 'won'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}
