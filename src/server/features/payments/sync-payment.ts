import type { Deps } from '#server/deps.ts'
import { isOutage, ShopError } from '#server/errors.ts'
import { correctCommission, reverseCommission } from '#server/features/commissions/commissions.ts'
import { openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import {
  type FullOrder,
  findOrder,
  findOrderByIntent,
  lockStudentOfOrder,
} from '#server/features/orders/order-queries.ts'
import { findPaidOrder } from '#server/features/refunds/paid-order.ts'
import { syncRefunds } from '#server/features/refunds/sync-refunds.ts'
import type { ChargeDetails, PaymentDetails } from '#server/infra/stripe.ts'
import { sumPence } from '#shared/money/money.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { recordLatePayment, refundOwnedLines } from './late-payment.ts'
import { cancelUnknown } from './mark-cancelled.ts'
import { refuseOtherMode } from './payment-intent.ts'

export type PaymentDeps = Pick<
  Deps,
  'db' | 'pool' | 'clock' | 'config' | 'queue' | 'seal' | 'log' | 'payments'
>

export type SyncedPayment = {
  orderId: string
  /** `refunded`: paid for a cancelled order, so the shop refunds it. */
  outcome: 'paid' | 'refunded' | 'processing' | 'open' | 'cancelled'
  /** As Stripe has it. */
  intent: PaymentDetails
}

/**
 * Reads a payment from Stripe and makes the shop's rows agree with it: order, fee, refunds, disputes. The buyer's
 * browser, webhooks and reconciliation call it, at any time, repeatedly and at once: an event is a hint, Stripe is the
 * truth (requirements §5).
 *
 * @throws ShopError PAYMENT_NOT_FOUND, PAYMENT_MISMATCH when amount or currency are not the order's
 */
export async function syncPayment(
  deps: PaymentDeps,
  intentId: string,
  source?: { ofDispute: boolean },
): Promise<SyncedPayment> {
  const found = await deps.payments.findPayment(intentId, source)
  if (!found) return refuseUnknown(deps, intentId)
  await refuseOtherMode(deps, found)
  const order = await findOrderOfPayment(deps, found)
  if (!order) return refuseStray(deps, found)
  await resolveIncident(deps, { kind: 'unknownIntent', subjectId: order.id })
  const details = await cancelLeftOpen(deps, order, found)
  if (details.status === 'paid' && details.charge) {
    const outcome = await syncPaid(deps, order, details, details.charge).catch((error: unknown) =>
      reportUnsynced(deps, { orderId: order.id, charge: details.charge, error }),
    )
    await resolveIncident(deps, { kind: 'unsettledPayment', subjectId: order.id })
    if ((order.payment?.livemode ?? null) === null) {
      await deps.db.payment.updateMany({
        where: { intentId, livemode: null },
        data: { livemode: details.livemode },
      })
    }
    return { orderId: order.id, outcome, intent: details }
  }
  await recordStatus(deps, order, details)
  return {
    orderId: order.id,
    outcome: details.status === 'paid' ? 'processing' : details.status,
    intent: details,
  }
}

/** An intent that stayed open when its order was cancelled must not be paid. */
async function cancelLeftOpen(
  deps: PaymentDeps,
  order: FullOrder,
  found: PaymentDetails,
): Promise<PaymentDetails> {
  if (order.status !== 'cancelled' || found.status !== 'open') return found
  return (await deps.payments.cancelIntent(found.intentId)) ?? found
}

/** An outage passes by itself. Any other error opens an incident, again when more happened at Stripe. */
async function reportUnsynced(
  deps: PaymentDeps,
  { orderId, charge, error }: { orderId: string; charge: ChargeDetails | null; error: unknown },
): Promise<never> {
  if (!isOutage(error)) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const detail = [...listMovements(charge), reason].join('; ')
    const incident = { kind: 'unsettledPayment', subjectId: orderId, detail } as const
    await openIncident(deps, { ...incident, reopens: 'forNewDetail' })
  }
  throw error
}

/** The refunds and disputes of a payment at Stripe: "refund failed", "dispute lost". */
function listMovements(charge: ChargeDetails | null): string[] {
  return [
    ...(charge?.refunds ?? []).map(({ status }) => `refund ${status}`),
    ...(charge?.disputes ?? []).map(({ status }) => `dispute ${status}`),
  ].slice(0, 10)
}

/** A payment that was made with other keys: an open order is cancelled; one that was paid, late or not, opens an incident. */
async function refuseUnknown(deps: PaymentDeps, intentId: string): Promise<never> {
  const order = await findOrderByIntent(deps.db, intentId)
  if (order?.status === 'open') await cancelUnknown(deps, order, intentId)
  if (order?.payment?.status === 'paid') {
    await openIncident(deps, {
      kind: 'unknownIntent',
      subjectId: order.id,
      detail: intentId,
      reopens: 'forNewDetail',
    })
  }
  throw new ShopError('PAYMENT_NOT_FOUND')
}

/** A payment that names an order and is not its payment: the buyer paid twice, or the order does not exist. */
async function refuseStray(deps: PaymentDeps, details: PaymentDetails): Promise<never> {
  const { intentId, orderId, status } = details
  if (wasRefunded(details)) {
    await resolveIncident(deps, { kind: 'paymentWithoutOrder', subjectId: intentId })
  } else if (status === 'paid' && orderId !== null) {
    deps.log.error({ intentId, orderId }, 'a payment was made that belongs to no order')
    await openIncident(deps, {
      kind: 'paymentWithoutOrder',
      subjectId: intentId,
      detail: orderId,
      reopens: 'never',
    })
  }
  throw new ShopError('PAYMENT_NOT_FOUND')
}

/** Whether refunds that did not fail cover all of a payment. */
function wasRefunded({ charge, receivedPence }: PaymentDetails): boolean {
  const made = charge?.refunds.filter((refund) => refund.status !== 'failed') ?? []
  return made.length > 0 && sumPence(made.map(({ amountPence }) => amountPence)) >= receivedPence
}

/** By the recorded intent, or by the order id at Stripe where the process died before it recorded the intent. */
async function findOrderOfPayment(deps: PaymentDeps, details: PaymentDetails): Promise<FullOrder | null> {
  const known = await findOrderByIntent(deps.db, details.intentId)
  if (known || details.orderId === null) return known
  const named = await findOrder(deps.db, details.orderId)
  // Another request may have recorded the intent between the two reads.
  return named?.payment && named.payment.intentId !== details.intentId ? null : named
}

async function syncPaid(
  deps: PaymentDeps,
  order: FullOrder,
  details: PaymentDetails,
  charge: ChargeDetails,
): Promise<'paid' | 'refunded'> {
  if (details.receivedPence !== order.totalPence || details.currency !== 'gbp') {
    deps.log.error(
      {
        orderId: order.id,
        intentId: details.intentId,
        received: details.receivedPence,
        due: order.totalPence,
      },
      'payment does not match its order',
    )
    throw new ShopError('PAYMENT_MISMATCH')
  }
  if (order.status === 'open') {
    await refundOwnedLines(deps, { order, details })
    await fulfilOrder(deps, order.id, {
      kind: 'charged',
      intentId: details.intentId,
      chargeId: charge.chargeId,
      method: charge.method,
      cardEnding: charge.cardEnding,
      amountPence: details.receivedPence,
      feePence: charge.feePence,
    })
  }
  const synced = await findOrder(deps.db, order.id)
  if (synced?.status === 'paid') await recordFee(deps, synced, charge)
  if (synced?.status === 'cancelled') await recordLatePayment(deps, { order: synced, details, charge })
  if (synced) await syncRefunds(deps, { order: synced, intentId: details.intentId, charge })
  return synced?.status === 'cancelled' ? 'refunded' : 'paid'
}

/** Stripe may know the fee later than the payment: then the estimate and the commission are corrected. */
async function recordFee(deps: PaymentDeps, order: FullOrder, { feePence }: ChargeDetails): Promise<void> {
  if (!order.payment?.feeIsEstimate || feePence === null) return
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, order.id)
    const { count } = await tx.payment.updateMany({
      where: { orderId: order.id, feeIsEstimate: true },
      data: { feePence, feeIsEstimate: false },
    })
    const paid = count === 0 ? null : await findPaidOrder(tx, order.id)
    if (!paid) return
    const { totalPence, vatPence } = paid.order
    await correctCommission(tx, { orderId: order.id, paidPence: totalPence, vatPence, feePence, now })
    // Earlier refunds reversed the commission at the estimate.
    await reverseCommission(tx, {
      orderId: order.id,
      orderTotalPence: totalPence,
      returnedPence: paid.credited.grossPence,
      cause: { refundId: null, disputeId: null },
      now,
      vatRate: vatRateAt(deps.config.payoutVatRates, now),
    })
  })
}

async function recordStatus(deps: PaymentDeps, order: FullOrder, details: PaymentDetails): Promise<void> {
  if (details.status === 'paid') return
  await deps.db.payment.updateMany({
    where: { orderId: order.id, status: { not: 'paid' } },
    data: { status: details.status, ...(details.method !== null && { method: details.method }) },
  })
  if (details.status !== 'cancelled') return
  await deps.db.order.updateMany({
    where: { id: order.id, status: 'open' },
    data: { status: 'cancelled', cancelledAt: deps.clock.now(), cancelReason: 'atStripe' },
  })
}
