import { presentDocument } from '#server/features/documents/present.ts'
import { expiresAt } from '#server/features/entitlements/entitlement-term.ts'
import type { FullOrder, ListedOrder } from '#server/features/orders/order-queries.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent, basisPointsToRate } from '#shared/money/rates.ts'
import {
  type BuyerOutput,
  buyerOutput,
  type CreatePaymentIntentOutput,
  type PaymentStatus,
  type PaymentSuccessOutput,
} from '#shared/schemas/checkout.ts'
import type { Checkout } from './create-intent.ts'

/** A checkout: the frozen sums, the state of the payment and the buyer for the form. */
export function presentCheckout({ order, intent }: Checkout, now: Date): CreatePaymentIntentOutput {
  return {
    orderId: order.id,
    status: statusOf(order, intent),
    clientSecret: intent?.clientSecret ?? null,
    paymentIntentId: intent?.intentId ?? null,
    items: { videoIds: order.lines.map((line) => line.videoId), bundle: order.isBundle },
    subtotal: toPounds(pence(order.subtotalPence)),
    collectionDiscount: toPounds(pence(order.collectionDiscountPence)),
    referralDiscount: toPounds(pence(order.referralDiscountPence)),
    referralCode: order.referralCode,
    clubName: order.referer?.name ?? null,
    discountPercent: order.discountBps === null ? null : basisPointsToPercent(order.discountBps),
    closesAt: closesAt(order, now).toISOString(),
    total: toPounds(pence(order.totalPence)),
    amountExVat: toPounds(pence(order.exVatPence)),
    vatAmount: toPounds(pence(order.vatPence)),
    vatRate: basisPointsToRate(order.vatBps),
    buyer: order.buyer === null ? suggestBuyer(order.student) : buyerOutput.parse(order.buyer),
  }
}

/** The state of an order and its payment, for the page after the checkout. */
export function presentOutcome(
  order: FullOrder,
  intent: PaymentDetails | null,
  outcome: { invoiceLabel: string | null; expiresAt: Date | null },
): PaymentSuccessOutput {
  const status = statusOf(order, intent)
  return {
    success: status === 'paid',
    status,
    orderId: order.id,
    message: MESSAGES[status],
    videoIds: order.lines.map((line) => line.videoId),
    isBundle: order.isBundle,
    total: toPounds(pence(order.totalPence)),
    expiresAt: outcome.expiresAt?.toISOString() ?? null,
    invoiceNumber: outcome.invoiceLabel,
  }
}

const MESSAGES: Record<PaymentStatus, string> = {
  paid: checkoutSuccessMessages.title,
  processing: checkoutSuccessMessages.processing,
  requires_action: checkoutSuccessMessages.action,
  requires_payment: checkoutSuccessMessages.failed,
  failed: checkoutSuccessMessages.failed,
  cancelled: checkoutSuccessMessages.cancelled,
}

function statusOf(order: FullOrder, intent: PaymentDetails | null): PaymentStatus {
  if (order.status === 'paid') return 'paid'
  if (order.status === 'cancelled') return 'cancelled'
  if (!intent) return 'requires_payment'
  if (intent.status === 'open')
    return intent.isDeclined ? 'failed' : intent.needsAction ? 'requires_action' : 'requires_payment'
  return intent.status
}

/** The address of a business account fills the invoice form (requirements §3). */
function suggestBuyer(student: FullOrder['student']): BuyerOutput | null {
  if (student.businessName === null && student.businessAddressLine1 === null) return null
  return {
    fullName: null,
    businessName: student.businessName,
    vatNumber: student.vatNumber,
    addressLine1: student.businessAddressLine1,
    addressLine2: student.businessAddressLine2,
    city: student.businessCity,
    postcode: student.businessPostcode,
    country: student.businessCountry ?? 'United Kingdom',
    wantsVatInvoice: false,
  }
}

function closesAt({ isBundle, singleMonths, bundleMonths, paidAt }: FullOrder, now: Date): Date {
  return expiresAt({ boughtAt: paidAt ?? now, isBundle, terms: { singleMonths, bundleMonths } })
}

/** A student's order with its documents. */
export function presentOrder(order: ListedOrder) {
  const { payment, documents, lines, paidAt } = order
  const movements = [...(payment?.refunds ?? []), ...(payment?.disputes ?? [])]
  return {
    ...order,
    paidAt: paidAt ?? order.createdAt,
    videos: lines,
    total: toPounds(pence(order.totalPence)),
    refunded: toPounds(sumPence(movements.map(({ creditedPence }) => pence(creditedPence)))),
    documents: documents.map(presentDocument),
  }
}
