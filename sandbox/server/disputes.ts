import type Stripe from 'stripe'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { book } from './balance.ts'
import { emit } from './events.ts'
import { DISPUTE_FEE_PENCE } from './fees.ts'
import type { World } from './world.ts'

const WEEK = 7 * 24 * 3600

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

/**
 * How a dispute begins. An `inquiry` takes nothing and can become a chargeback; a `prevented` one was paid to the
 * buyer before it became one, unless it was refunded in full already.
 */
export type DisputeKind = 'chargeback' | 'inquiry' | 'prevented'

const FIRST_STATUS = {
  chargeback: 'needs_response',
  inquiry: 'warning_needs_response',
  prevented: 'prevented',
} as const satisfies Record<DisputeKind, Stripe.Dispute.Status>

const OVER = new Set<Stripe.Dispute.Status>(['won', 'lost', 'warning_closed', 'prevented'])

function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith('warning_')
}

/** Books what the bank takes; Stripe takes a fee besides, but for a dispute that was prevented. */
function withdraw(world: World, dispute: Stripe.Dispute, fee: number): Stripe.BalanceTransaction {
  return book(world, {
    amount: -dispute.amount,
    currency: dispute.currency,
    fee,
    description: `Chargeback withdrawal for ${String(dispute.charge)}`,
    source: dispute.id,
    type: 'adjustment',
    category: 'dispute',
  })
}

/**
 * The bank questions a charge on the buyer's word. A bank knows nothing of refunds: it can dispute the whole charge,
 * refunded or not; without an amount it disputes what was not refunded.
 */
export function openDispute(
  world: World,
  chargeId: string,
  { kind = 'chargeback', amount: wanted }: { kind?: DisputeKind; amount?: number } = {},
): Stripe.Dispute {
  const charge = world.store.get('charge', chargeId)
  const amount = wanted ?? (charge ? charge.amount - charge.amount_refunded : 0)
  const hasOpen = disputesOf(world, chargeId).some(({ status }) => !OVER.has(status))
  if (charge?.status !== 'succeeded' || hasOpen || amount < 1 || amount > charge.amount) {
    throw invalidRequest({ message: `Charge ${chargeId} cannot be disputed.` })
  }
  const details = methodDetails(charge)
  const opened = world.store.put('dispute', {
    id: world.newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: kind === 'prevented' ? null : world.now() + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...(details ? { payment_method_details: details } : {}),
    reason: 'fraudulent',
    status: FIRST_STATUS[kind],
  })
  world.store.put('charge', { ...charge, disputed: true })
  emit(world, 'charge.dispute.created', { object: opened })
  const isPaidBack = charge.amount_refunded === charge.amount
  if (kind === 'inquiry' || (kind === 'prevented' && isPaidBack)) return opened
  return takeFunds(world, opened, kind === 'prevented' ? 0 : DISPUTE_FEE_PENCE)
}

function takeFunds(world: World, dispute: Stripe.Dispute, fee: number): Stripe.Dispute {
  const transactions = [...dispute.balance_transactions, withdraw(world, dispute, fee)]
  const taken = world.store.put('dispute', { ...dispute, balance_transactions: transactions })
  emit(world, 'charge.dispute.funds_withdrawn', { object: taken })
  return taken
}

export function disputesOf(world: Pick<World, 'store'>, chargeId: string): Stripe.Dispute[] {
  return world.store.all('dispute').filter(({ charge }) => charge === chargeId)
}

function close(world: World, dispute: Stripe.Dispute, change: Partial<Stripe.Dispute>): Stripe.Dispute {
  const closed = world.store.put('dispute', { ...dispute, is_charge_refundable: false, ...change })
  emit(world, 'charge.dispute.closed', { object: closed, previous_attributes: { status: dispute.status } })
  return closed
}

function openOne(world: World, id: string): Stripe.Dispute {
  const dispute = findDispute(world, id)
  if (!OVER.has(dispute.status)) return dispute
  throw invalidRequest({ message: 'This dispute is already closed.' })
}

/** The bank makes a chargeback of an inquiry, and takes the money now. */
export function escalateInquiry(world: World, id: string): Stripe.Dispute {
  const dispute = openOne(world, id)
  if (!isInquiry(dispute)) throw invalidRequest({ message: `Dispute ${id} is no inquiry.` })
  const escalated = world.store.put('dispute', {
    ...dispute,
    status: 'needs_response',
    is_charge_refundable: false,
  })
  emit(world, 'charge.dispute.updated', {
    object: escalated,
    previous_attributes: { status: dispute.status },
  })
  return takeFunds(world, escalated, DISPUTE_FEE_PENCE)
}

/** An inquiry that leads to nothing: the buyer was refunded, or the bank closed it. */
export function closeInquiry(world: World, id: string): Stripe.Dispute {
  return close(world, openOne(world, id), { status: 'warning_closed' })
}

/** What a bank has taken and not given back. */
function netTaken({ balance_transactions: moved }: Stripe.Dispute): number {
  return -moved.reduce((sum, { amount }) => sum + amount, 0)
}

/** The bank decides for the shop, at once or on appeal after the shop had lost: the money comes back, the fee does not. */
export function winDispute(world: World, id: string): Stripe.Dispute {
  const dispute = findDispute(world, id)
  if (dispute.status !== 'lost') openOne(world, id)
  if (isInquiry(dispute)) return closeInquiry(world, id)
  const returned = book(world, {
    amount: netTaken(dispute),
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

/** The bank decides for the buyer, or the shop accepts: the money is withdrawn, also after a mere inquiry. */
export function loseDispute(world: World, id: string): Stripe.Dispute {
  const dispute = openOne(world, id)
  const taken = isInquiry(dispute) ? escalateInquiry(world, id) : dispute
  return close(world, taken, { status: 'lost' })
}
