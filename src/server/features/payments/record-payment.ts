import { type BoughtOrder, boughtOrder } from '#server/features/orders/bought-order.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { type Pence, zeroPence } from '#shared/money/money.ts'

/** What Stripe says was paid; `free` for an order of £0, which Stripe never sees. */
export type PaidFacts =
  | { kind: 'free' }
  | {
      kind: 'charged'
      intentId: string
      chargeId: string
      method: string
      amountPence: Pence
      feePence: Pence | null
    }

/**
 * Step: moves an open order to paid and writes down the payment. Null when the order is not open any more.
 * Locks the student's row first, so that two orders of one student are fulfilled one after the other.
 */
export async function recordPayment(
  tx: Prisma.TransactionClient,
  { orderId, paid, now }: { orderId: string; paid: PaidFacts; now: Date },
): Promise<{ order: BoughtOrder; feePence: Pence; feeIsEstimate: boolean } | null> {
  await lockOrder(tx, orderId)
  const { count } = await tx.order.updateMany({
    where: { id: orderId, status: 'open' },
    data: { status: 'paid', paidAt: now },
  })
  if (count !== 1) return null
  const charged = paid.kind === 'charged' ? await recordCharge(tx, { orderId, paid, now }) : FREE
  // Read last: what the documents say of the payment is what was written here.
  const full = await findOrder(tx, orderId)
  return full && { order: boughtOrder(full), ...charged }
}

const FREE = { feePence: zeroPence, feeIsEstimate: false }

async function recordCharge(
  tx: Prisma.TransactionClient,
  { orderId, paid, now }: { orderId: string; paid: Extract<PaidFacts, { kind: 'charged' }>; now: Date },
): Promise<{ feePence: Pence; feeIsEstimate: boolean }> {
  const feeIsEstimate = paid.feePence === null
  const feePence = paid.feePence ?? estimateCardFee(paid.amountPence)
  const facts = {
    chargeId: paid.chargeId,
    status: 'paid',
    method: paid.method,
    feePence,
    feeIsEstimate,
    paidAt: now,
  } as const
  await tx.payment.upsert({
    where: { orderId },
    create: {
      id: newId(now),
      orderId,
      intentId: paid.intentId,
      amountPence: paid.amountPence,
      createdAt: now,
      ...facts,
    },
    update: facts,
    select: { id: true },
  })
  return { feePence, feeIsEstimate }
}
