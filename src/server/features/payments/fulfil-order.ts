import type { Deps } from '#server/deps.ts'
import { earnCommission } from '#server/features/commissions/commissions.ts'
import { numberInvoice } from '#server/features/documents/number-documents.ts'
import { grantEntitlements } from '#server/features/entitlements/entitlements.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { type BoughtOrder, boughtOrder } from '#server/features/orders/bought-order.ts'
import { invoiceDetails } from '#server/features/orders/order-documents.ts'
import { findOrder, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { purchaseConfirmation } from '#server/features/orders/purchase-confirmation.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { type Pence, zeroPence } from '#shared/money/money.ts'
import { rateToBasisPoints } from '#shared/money/rates.ts'
import { vatRateAt } from '#shared/money/vat-rates.ts'
import { splitAtRate } from '#shared/pricing/order-lines.ts'

type FulfilDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/** What Stripe says was paid; `free` for an order of £0, which Stripe never sees. */
export type PaidDetails =
  | { kind: 'free' }
  | {
      kind: 'charged'
      intentId: string
      chargeId: string
      method: string
      cardEnding?: string | null
      amountPence: Pence
      feePence: Pence | null
    }

/**
 * Fulfils a paid order exactly once, whether the browser, a webhook or the reconciliation is first (requirements §5).
 *
 * One transaction, five steps: record the payment, grant entitlements, earn commission, number the invoice, queue the
 * mail. A second caller finds the order already paid and does nothing. Returns whether this call fulfilled it.
 */
export async function fulfilOrder(deps: FulfilDeps, orderId: string, paid: PaidDetails): Promise<boolean> {
  const fulfilled = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()

    const recorded = await recordPayment(tx, deps, { orderId, paid, now })
    if (!recorded) return null
    const { order, feePence, feeIsEstimate } = recorded

    const access = await grantEntitlements(tx, { order, paidAt: now })

    const isOwnCode = order.referral?.contactEmailKey === order.buyer.emailKey
    await earnCommission(tx, { order, feePence, feeIsEstimate, isOwnCode, now })

    const details = invoiceDetails({ order, seller: deps.config.seller, paidAt: now })
    const invoice = await numberInvoice(tx, { order: { ...order, details }, issuedAt: now })

    const outboxId = await queueMail(tx, deps, {
      template: 'purchase-confirmation',
      to: order.buyer.email,
      props: purchaseConfirmation({ order, access, invoiceNumber: invoice.label, now }),
      documentIds: [invoice.documentId],
      dedupeKey: `purchase:${order.id}`,
    })
    return { outboxId }
  })
  if (!fulfilled) return false
  await enqueueOutbox(deps, [fulfilled.outboxId])
  return true
}

/**
 * Moves an open order to paid and records its payment; null when the order is not open any more. The lock on the
 * student's row comes first, so that two orders of one student are fulfilled one after the other.
 */
async function recordPayment(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config'>,
  { orderId, paid, now }: { orderId: string; paid: PaidDetails; now: Date },
): Promise<{ order: BoughtOrder; feePence: Pence; feeIsEstimate: boolean } | null> {
  await lockStudentOfOrder(tx, orderId)
  const { count } = await tx.order.updateMany({
    where: { id: orderId, status: 'open' },
    data: { status: 'paid', paidAt: now },
  })
  if (count !== 1) return null
  const charged = paid.kind === 'charged' ? await recordCharge(tx, { orderId, paid, now }) : FREE
  // Read last: the documents say of the payment what is recorded here.
  const order = await findOrder(tx, orderId)
  return order && { order: await atTaxPoint(tx, deps, { order: boughtOrder(order), now }), ...charged }
}

/**
 * An order whose VAT is that of its payment, the tax point: a rate that changed since the order was opened moves its
 * net and VAT, and nothing that was promised. An order opened without a VAT number stays without.
 */
async function atTaxPoint(
  tx: Prisma.TransactionClient,
  { config }: Pick<Deps, 'config'>,
  { order, now }: { order: BoughtOrder; now: Date },
): Promise<BoughtOrder> {
  const vatRate = vatRateAt(config.vatRates, now)
  const isCharged = order.sellerVatNumber !== null && config.seller.vatNumber !== null
  if (!isCharged || vatRate === order.vatRate) return order
  const { exVatPence, vatPence, lines } = splitAtRate(order, vatRate)
  const vatBps = rateToBasisPoints(vatRate)
  await tx.order.update({
    where: { id: order.id },
    data: { exVatPence, vatPence, vatBps },
    select: { id: true },
  })
  for (const line of lines) {
    const sums = { exVatPence: line.exVatPence, vatPence: line.vatPence }
    await tx.orderLine.update({ where: { id: line.id }, data: sums, select: { id: true } })
  }
  return { ...order, exVatPence, vatPence, vatRate, lines }
}

const FREE = { feePence: zeroPence, feeIsEstimate: false }

async function recordCharge(
  tx: Prisma.TransactionClient,
  { orderId, paid, now }: { orderId: string; paid: Extract<PaidDetails, { kind: 'charged' }>; now: Date },
): Promise<{ feePence: Pence; feeIsEstimate: boolean }> {
  const feeIsEstimate = paid.feePence === null
  const feePence = paid.feePence ?? estimateCardFee(paid.amountPence)
  const details = {
    chargeId: paid.chargeId,
    status: 'paid',
    method: paid.method,
    cardEnding: paid.cardEnding ?? null,
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
      ...details,
    },
    update: details,
    select: { id: true },
  })
  return { feePence, feeIsEstimate }
}
