import type Stripe from 'stripe'
import { z } from 'zod'
import { book } from './balance.ts'
import { emit } from './events.ts'
import { invalidRequest, resourceMissing } from './fault.ts'
import { mergeMetadata, metadataChange, trueOrFalse } from './params.ts'
import { DISPUTE_FEE_PENCE } from './tariff.ts'
import type { World } from './world.ts'

const WEEK = 7 * 24 * 3600

export const updateDisputeParams = z.strictObject({
  evidence: z.strictObject({ uncategorized_text: z.string().max(150_000).optional() }).optional(),
  metadata: metadataChange.optional(),
  submit: trueOrFalse.optional(),
})

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function findDispute(world: Pick<World, 'store'>, id: string): Stripe.Dispute {
  const dispute = world.store.get('dispute', id)
  if (dispute) return dispute
  throw resourceMissing({ what: 'dispute', id, param: 'dispute' })
}

function methodDetails(charge: Stripe.Charge): Stripe.Dispute.PaymentMethodDetails | undefined {
  const details = charge.payment_method_details
  if (details?.type === 'klarna') return { type: 'klarna', klarna: { reason_code: null } }
  if (!details?.card) return undefined
  const brand = details.card.brand ?? 'visa'
  return {
    type: 'card',
    card: { brand, case_type: 'chargeback', network: brand, network_reason_code: '10.4' },
  }
}

/** The bank takes the money back on the buyer's word, and Stripe takes a fee; what was refunded already stays refunded. */
export function openDispute(world: World, chargeId: string): Stripe.Dispute {
  const charge = world.store.get('charge', chargeId)
  const amount = charge ? charge.amount - charge.amount_refunded : 0
  if (charge?.status !== 'succeeded' || charge.disputed || amount === 0) {
    throw invalidRequest({ message: `Charge ${chargeId} cannot be disputed.` })
  }
  const id = world.newId('du')
  const withdrawn = book(world, {
    amount: -amount,
    currency: charge.currency,
    fee: DISPUTE_FEE_PENCE,
    description: `Chargeback withdrawal for ${charge.id}`,
    source: id,
    type: 'adjustment',
    category: 'dispute',
  })
  const details = methodDetails(charge)
  const dispute = world.store.put('dispute', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawn],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.now() + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...(details ? { payment_method_details: details } : {}),
    reason: 'fraudulent',
    status: 'needs_response',
  })
  world.store.put('charge', { ...charge, disputed: true })
  emit(world, 'charge.dispute.created', { object: dispute })
  emit(world, 'charge.dispute.funds_withdrawn', { object: dispute })
  return dispute
}

function close(world: World, dispute: Stripe.Dispute, change: Partial<Stripe.Dispute>): Stripe.Dispute {
  const closed = world.store.put('dispute', { ...dispute, ...change })
  emit(world, 'charge.dispute.closed', { object: closed, previous_attributes: { status: dispute.status } })
  return closed
}

function openOne(world: World, id: string): Stripe.Dispute {
  const dispute = findDispute(world, id)
  if (dispute.status !== 'won' && dispute.status !== 'lost') return dispute
  throw invalidRequest({ message: 'This dispute is already closed.' })
}

/** The bank decides for the shop: the money comes back, the fee does not. */
export function winDispute(world: World, id: string): Stripe.Dispute {
  const dispute = openOne(world, id)
  const returned = book(world, {
    amount: dispute.amount,
    currency: dispute.currency,
    description: `Chargeback reversal for ${String(dispute.charge)}`,
    source: id,
    type: 'adjustment',
    category: 'dispute_reversal',
  })
  const transactions = [...dispute.balance_transactions, returned]
  const won = close(world, dispute, { status: 'won', balance_transactions: transactions })
  emit(world, 'charge.dispute.funds_reinstated', { object: won })
  return won
}

/** The bank decides for the buyer, or the shop gives in: the money is gone. */
export function loseDispute(world: World, id: string): Stripe.Dispute {
  return close(world, openOne(world, id), { status: 'lost' })
}

/** Evidence; the documented words `winning_evidence` and `losing_evidence` decide at once. */
export function updateDispute(
  world: World,
  id: string,
  params: z.infer<typeof updateDisputeParams>,
): Stripe.Dispute {
  const dispute = openOne(world, id)
  const text = params.evidence?.uncategorized_text
  const isSubmitted = params.submit ?? true
  const details = dispute.evidence_details
  const updated = world.store.put('dispute', {
    ...dispute,
    metadata: mergeMetadata(dispute.metadata, params.metadata),
    ...(text === undefined
      ? {}
      : {
          evidence: { ...dispute.evidence, uncategorized_text: text },
          status: isSubmitted ? ('under_review' as const) : dispute.status,
          evidence_details: {
            ...details,
            has_evidence: true,
            submission_count: details.submission_count + (isSubmitted ? 1 : 0),
            submission_method: isSubmitted ? ('manual' as const) : details.submission_method,
          },
        }),
  })
  emit(world, 'charge.dispute.updated', { object: updated })
  if (!isSubmitted) return updated
  if (text === 'winning_evidence') return winDispute(world, id)
  return text === 'losing_evidence' ? loseDispute(world, id) : updated
}
