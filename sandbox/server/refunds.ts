import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { book } from './balance.ts'
import { closeInquiry, disputesOf } from './disputes.ts'
import { emit } from './events.ts'
import { findIntent } from './intents.ts'
import { mergeMetadata, metadataChange, wholeNumber } from './params.ts'
import { testCardBehind } from './payment-methods.ts'
import type { World } from './world.ts'

export const createRefundParams = z.strictObject({
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  amount: wholeNumber.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadataChange.optional(),
  instructions_email: z.string().optional(),
})

const DELAY_SECONDS = 5

const REFUNDABLE = new Set<Stripe.Dispute.Status>([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'won',
])

export function findCharge(world: Pick<World, 'store'>, id: string): Stripe.Charge {
  const charge = world.store.get('charge', id)
  if (charge) return charge
  throw resourceMissing({ what: 'charge', id, param: 'charge' })
}

export function findRefund(world: Pick<World, 'store'>, id: string): Stripe.Refund {
  const refund = world.store.get('refund', id)
  if (refund) return refund
  throw resourceMissing({ what: 'refund', id, param: 'refund' })
}

function chargeToRefund(world: World, params: z.infer<typeof createRefundParams>): Stripe.Charge {
  if (params.charge !== undefined) return findCharge(world, params.charge)
  if (params.payment_intent === undefined) {
    throw invalidRequest({
      code: 'parameter_missing',
      message: 'One of the following params should be provided for this request: payment_intent or charge.',
    })
  }
  const intent = findIntent(world, params.payment_intent)
  const charge = world.store.get('charge', String(intent.latest_charge))
  if (charge?.status === 'succeeded') return charge
  throw invalidRequest({
    message: `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  })
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`
}

/** An inquiry leaves the money; a bank that decided for the shop returned it. */
function holdsMoney(world: World, { id }: Stripe.Charge): boolean {
  return disputesOf(world, id).some(({ status }) => !REFUNDABLE.has(status))
}

function checkRefundable(world: World, charge: Stripe.Charge, amount: number) {
  if (charge.status !== 'succeeded') {
    throw invalidRequest({
      message: `Charge ${charge.id} has not succeeded and cannot be refunded.`,
      param: 'charge',
    })
  }
  if (holdsMoney(world, charge)) {
    throw invalidRequest({
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  }
  const left = charge.amount - charge.amount_refunded
  if (left === 0) {
    throw invalidRequest({
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  }
  if (amount < 1) {
    throw invalidRequest({
      code: 'parameter_invalid_integer',
      message: 'This value must be greater than or equal to 1.',
      param: 'amount',
    })
  }
  if (amount > left) {
    throw invalidRequest({
      message: `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      param: 'amount',
    })
  }
}

function setRefunded(world: World, charge: Stripe.Charge, amount: number): Stripe.Charge {
  return world.store.put('charge', { ...charge, amount_refunded: amount, refunded: amount === charge.amount })
}

/** Pays a charge back, whole or in part. Stripe keeps its fee. */
export function createRefund(world: World, params: z.infer<typeof createRefundParams>): Stripe.Refund {
  const charge = chargeToRefund(world, params)
  const amount = params.amount ?? charge.amount - charge.amount_refunded
  checkRefundable(world, charge, amount)
  const method = world.store.get('payment_method', charge.payment_method ?? '')
  const isCard = method?.type === 'card'
  const outcome = method && testCardBehind(world, method)?.refund
  const id = world.newId(isCard ? 're' : 'pyr')
  const transaction = book(world, {
    amount: -amount,
    currency: charge.currency,
    description: charge.description === null ? null : `REFUND FOR ${charge.description}`,
    source: id,
    type: isCard ? 'refund' : 'payment_refund',
    category: 'refund',
  })
  const refund = world.store.put('refund', {
    id,
    object: 'refund',
    amount,
    balance_transaction: transaction.id,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...(isCard
      ? { destination_details: cardDestination(outcome === 'pends' ? 'pending' : 'available') }
      : {}),
    metadata: mergeMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: outcome === 'pends' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  })
  const before = { amount_refunded: charge.amount_refunded, refunded: charge.refunded }
  const refunded = setRefunded(world, charge, charge.amount_refunded + amount)
  emit(world, 'refund.created', { object: refund })
  emit(world, 'charge.refunded', { object: refunded, previous_attributes: before })
  // A buyer who was refunded in full has nothing left to dispute.
  const asked = disputesOf(world, charge.id).filter((dispute) => dispute.is_charge_refundable)
  if (refunded.refunded) for (const dispute of asked) closeInquiry(world, dispute.id)
  if (outcome) {
    const action = outcome === 'fails' ? 'fail_refund' : 'succeed_refund'
    world.store.put('job', { id: world.newId('job'), dueAt: world.now() + DELAY_SECONDS, action, target: id })
  }
  return refund
}

function cardDestination(status: 'pending' | 'available'): Stripe.Refund.DestinationDetails {
  return {
    type: 'card',
    card: { type: 'refund', reference_status: status, reference_type: 'acquirer_reference_number' },
  }
}

function tellRefund(world: World, refund: Stripe.Refund, before: object) {
  emit(world, 'refund.updated', { object: refund, previous_attributes: before })
  emit(world, 'charge.refund.updated', { object: refund, previous_attributes: before })
}

/** The bank sends a refund back: the money returns to the balance, and the charge counts as not refunded by it. */
export function failRefund(world: World, id: string, reason = 'expired_or_canceled_card'): Stripe.Refund {
  const refund = findRefund(world, id)
  if (refund.status !== 'succeeded' && refund.status !== 'pending') {
    throw invalidRequest({ message: `Refund ${id} has a status of ${refund.status} and cannot fail.` })
  }
  return undoRefund(world, refund, { status: 'failed', failure_reason: reason })
}

function undoRefund(world: World, refund: Stripe.Refund, change: Partial<Stripe.Refund>): Stripe.Refund {
  const charge = findCharge(world, String(refund.charge))
  const transaction = book(world, {
    amount: refund.amount,
    currency: refund.currency,
    description: 'REFUND FAILURE',
    source: refund.id,
    type: 'refund_failure',
    category: 'refund_failure',
  })
  const reversed = world.store.put('refund', {
    ...refund,
    ...change,
    failure_balance_transaction: transaction.id,
  })
  const restored = setRefunded(world, charge, charge.amount_refunded - refund.amount)
  tellRefund(world, reversed, { status: refund.status })
  if (change.status === 'failed') {
    emit(world, 'refund.failed', { object: reversed, previous_attributes: { status: refund.status } })
  }
  emit(world, 'charge.updated', {
    object: restored,
    previous_attributes: { amount_refunded: charge.amount_refunded, refunded: charge.refunded },
  })
  return reversed
}

/** A refund that was pending is called off, by the shop on Stripe's page or by Stripe: the money stays. */
export function cancelRefund(world: World, id: string): Stripe.Refund {
  const refund = findRefund(world, id)
  if (refund.status !== 'pending' && refund.status !== 'requires_action') {
    throw invalidRequest({ message: `Refund ${id} has a status of ${refund.status} and cannot be canceled.` })
  }
  return undoRefund(world, refund, { status: 'canceled' })
}

/** A refund that was pending has arrived. */
export function succeedRefund(world: World, id: string): Stripe.Refund {
  const refund = findRefund(world, id)
  if (refund.status !== 'pending') return refund
  const arrived = world.store.put('refund', { ...refund, status: 'succeeded' })
  tellRefund(world, arrived, { status: 'pending' })
  return arrived
}
