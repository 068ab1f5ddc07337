import type { Deps } from '#server/deps.ts'
import { isPartAway, ShopError } from '#server/errors.ts'
import { correctCommission } from '#server/features/commissions/correct-commission.ts'
import { reverseCommission } from '#server/features/commissions/reverse-commission.ts'
import { openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { readBooks } from '#server/features/orders/order-books.ts'
import { type FullOrder, findOrder, findOrderByIntent } from '#server/features/orders/queries.ts'
import type { ChargeFacts, PaymentFacts } from '#server/infra/stripe.ts'
import { sumPence } from '#shared/money/money.ts'
import { cancelUnknown } from './cancel-unknown.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { refuseOtherMode } from './refuse-other-mode.ts'
import { returnOwnedLines } from './return-owned-lines.ts'
import { settleRefunds } from './settle-refunds.ts'

export type SettleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log' | 'payments'>

export type Settlement = {
  orderId: string
  /** `returned`: paid for an order that was cancelled, and refunded by itself. */
  outcome: 'paid' | 'returned' | 'processing' | 'open' | 'cancelled'
  /** What Stripe said. */
  intent: PaymentFacts
}

/**
 * Asks Stripe what became of a payment, and of the money since, and makes the books say so. Everybody who
 * hears of a payment calls this: the buyer's browser, webhooks, reconciliation. It can be called at any time, any
 * number of times and at the same moment; the event is a hint, Stripe is the truth (requirements §5).
 *
 * @throws ShopError PAYMENT_NOT_FOUND, PAYMENT_MISMATCH when amount or currency are not the order's
 */
export async function settlePayment(
  deps: SettleDeps,
  intentId: string,
  heard?: { ofDispute: boolean },
): Promise<Settlement> {
  const found = await deps.payments.findPayment(intentId, heard)
  if (!found) return refuseUnknown(deps, intentId)
  await refuseOtherMode(deps, found)
  const order = await findOrderOfPayment(deps, found)
  if (!order) return refuseStray(deps, found)
  await resolveIncident(deps, { kind: 'unknownIntent', subjectId: order.id })
  const facts = await cancelLeftOpen(deps, order, found)
  if (facts.status === 'paid' && facts.charge) {
    const outcome = await settlePaid(deps, order, facts, facts.charge).catch((error: unknown) =>
      tellUnsettled(deps, { orderId: order.id, charge: facts.charge, error }),
    )
    await resolveIncident(deps, { kind: 'unsettledPayment', subjectId: order.id })
    await deps.db.payment.updateMany({
      where: { intentId, livemode: null },
      data: { livemode: facts.livemode },
    })
    return { orderId: order.id, outcome, intent: facts }
  }
  await noteStatus(deps, order, facts)
  return { orderId: order.id, outcome: facts.status === 'paid' ? 'processing' : facts.status, intent: facts }
}

/** Stripe did not know the intent of this order, or was not asked, when the order was cancelled: nobody is to pay it. */
async function cancelLeftOpen(
  deps: SettleDeps,
  order: FullOrder,
  found: PaymentFacts,
): Promise<PaymentFacts> {
  if (order.status !== 'cancelled' || found.status !== 'open') return found
  return (await deps.payments.cancelIntent(found.intentId)) ?? found
}

/** A part that is away comes back; anything else needs a person to know, and again when more happened at Stripe. */
async function tellUnsettled(
  deps: SettleDeps,
  { orderId, charge, error }: { orderId: string; charge: ChargeFacts | null; error: unknown },
): Promise<never> {
  if (!isPartAway(error)) {
    const reason = error instanceof Error ? error.message : 'unknown'
    const detail = [...movementsAt(charge), reason].join('; ')
    const incident = { kind: 'unsettledPayment', subjectId: orderId, detail } as const
    await openIncident(deps, { ...incident, reopens: 'forNewDetail' })
  }
  throw error
}

/** What went back of a payment, as Stripe says: "refund failed", "dispute lost". */
function movementsAt(charge: ChargeFacts | null): string[] {
  return [
    ...(charge?.refunds ?? []).map(({ status }) => `refund ${status}`),
    ...(charge?.disputes ?? []).map(({ status }) => `dispute ${status}`),
  ].slice(0, 10)
}

/** A payment that was made with other keys: an open order is given up, a paid one needs a person. */
async function refuseUnknown(deps: SettleDeps, intentId: string): Promise<never> {
  const order = await findOrderByIntent(deps.db, intentId)
  if (order?.status === 'open') await cancelUnknown(deps, order, intentId)
  if (order?.status === 'paid') {
    await openIncident(deps, {
      kind: 'unknownIntent',
      subjectId: order.id,
      detail: intentId,
      reopens: 'forNewDetail',
    })
  }
  throw new ShopError('PAYMENT_NOT_FOUND')
}

/** A payment that names an order of ours and is not its payment: somebody paid twice, or the order is gone. */
async function refuseStray(deps: SettleDeps, facts: PaymentFacts): Promise<never> {
  const { intentId, orderId, status } = facts
  if (wasReturned(facts)) {
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

/** Whether refunds that did not fail gave all of a payment back. */
function wasReturned({ charge, receivedPence }: PaymentFacts): boolean {
  const made = charge?.refunds.filter((refund) => refund.status !== 'failed') ?? []
  return made.length > 0 && sumPence(made.map(({ amountPence }) => amountPence)) >= receivedPence
}

/** By our own record of the intent, or by the order id Stripe keeps, where we died before writing it down. */
async function findOrderOfPayment(deps: SettleDeps, facts: PaymentFacts): Promise<FullOrder | null> {
  const known = await findOrderByIntent(deps.db, facts.intentId)
  if (known || facts.orderId === null) return known
  const named = await findOrder(deps.db, facts.orderId)
  // Its record may have been written between the two looks.
  return named?.payment && named.payment.intentId !== facts.intentId ? null : named
}

async function settlePaid(
  deps: SettleDeps,
  order: FullOrder,
  facts: PaymentFacts,
  charge: ChargeFacts,
): Promise<'paid' | 'returned'> {
  if (facts.receivedPence !== order.totalPence || facts.currency !== 'gbp') {
    deps.log.error(
      { orderId: order.id, intentId: facts.intentId, received: facts.receivedPence, due: order.totalPence },
      'payment does not match its order',
    )
    throw new ShopError('PAYMENT_MISMATCH')
  }
  if (order.status === 'open') {
    await returnOwnedLines(deps, { order, facts })
    await fulfilOrder(deps, order.id, {
      kind: 'charged',
      intentId: facts.intentId,
      chargeId: charge.chargeId,
      method: charge.method,
      amountPence: facts.receivedPence,
      feePence: charge.feePence,
    })
  }
  const settled = await findOrder(deps.db, order.id)
  if (settled?.status === 'paid') await noteFee(deps, settled, charge)
  if (settled) await settleRefunds(deps, { order: settled, facts, charge })
  return settled?.status === 'cancelled' ? 'returned' : 'paid'
}

/** Stripe may tell the fee later than the payment: the estimate is replaced and the commission corrected. */
async function noteFee(deps: SettleDeps, order: FullOrder, { feePence }: ChargeFacts): Promise<void> {
  if (!order.payment?.feeIsEstimate || feePence === null) return
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, order.id)
    const { count } = await tx.payment.updateMany({
      where: { orderId: order.id, feeIsEstimate: true },
      data: { feePence, feeIsEstimate: false },
    })
    const books = count === 0 ? null : await readBooks(tx, order.id)
    if (!books) return
    const { totalPence, vatPence } = books.order
    await correctCommission(tx, { orderId: order.id, paidPence: totalPence, vatPence, feePence, now })
    // What went back before was reversed at the estimate, too.
    await reverseCommission(tx, {
      orderId: order.id,
      orderTotalPence: totalPence,
      returnedPence: books.credited.grossPence,
      cause: { refundId: null, disputeId: null },
      now,
    })
  })
}

async function noteStatus(deps: SettleDeps, order: FullOrder, facts: PaymentFacts): Promise<void> {
  if (facts.status === 'paid') return
  await deps.db.payment.updateMany({
    where: { orderId: order.id, status: { not: 'paid' } },
    data: { status: facts.status },
  })
  if (facts.status !== 'cancelled') return
  await deps.db.order.updateMany({
    where: { id: order.id, status: 'open' },
    data: { status: 'cancelled', cancelledAt: deps.clock.now(), cancelReason: 'atStripe' },
  })
}
