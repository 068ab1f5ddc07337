import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { findNextTerms } from '#server/features/entitlements/entitlements.ts'
import type { FullOrder } from '#server/features/orders/order-queries.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { expiresAt } from '#shared/catalog/term-end.ts'
import { pence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent, basisPointsToRate } from '#shared/money/rates.ts'
import { buyerOutput, type createPaymentIntentOutput, type PaymentStatus } from '#shared/schemas/checkout.ts'
import type { Checkout } from './create-intent.ts'

/** A checkout: the frozen sums, the state of the payment, the terms if it is paid now, and the buyer for the form. */
export async function presentCheckout(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, intent }: Checkout,
): Promise<z.input<typeof createPaymentIntentOutput>> {
  const now = deps.clock.now()
  const renewals = order.status === 'open' ? await findRenewedTerms(deps.db, order, now) : []
  return {
    orderId: order.id,
    status: statusOf(order, intent),
    clientSecret: intent?.clientSecret ?? null,
    paymentIntentId: intent?.intentId ?? null,
    items: { videoIds: order.lines.map((line) => line.videoId), bundle: order.isBundle },
    lines: order.lines.map(({ videoId, listPence }) => ({ videoId, price: toPounds(pence(listPence)) })),
    ...presentSums(order),
    closesAt: expiresAt({ boughtAt: order.paidAt ?? now, isBundle: order.isBundle, terms: order }),
    ...(renewals.length > 0 && { renewals }),
    total: toPounds(pence(order.totalPence)),
    asksAboutNews: await isUndecided(deps.db, order.student),
    buyer: order.buyer === null ? suggestBuyer(order.student) : buyerOutput.parse(order.buyer),
  }
}

/** What the total is made of. */
export function presentSums(order: FullOrder) {
  return {
    subtotal: toPounds(pence(order.subtotalPence)),
    collectionDiscount: toPounds(pence(order.collectionDiscountPence)),
    referralDiscount: toPounds(pence(order.referralDiscountPence)),
    referralCode: order.referralCode,
    clubName: order.referer?.name ?? null,
    discountPercent: order.discountBps === null ? null : basisPointsToPercent(order.discountBps),
    amountExVat: toPounds(pence(order.exVatPence)),
    vatAmount: toPounds(pence(order.vatPence)),
    vatRate: basisPointsToRate(order.vatBps),
  }
}

/** Whether a student has said neither yes nor no to news, nor unsubscribed by a mail's link. */
async function isUndecided(db: Deps['db'], { newsOptInAt, newsOptOutAt, emailKey }: FullOrder['student']) {
  if (newsOptInAt !== null || newsOptOutAt !== null) return false
  return (await db.suppression.count({ where: { addressKey: emailKey } })) === 0
}

/** The terms of the lines that are renewals. */
async function findRenewedTerms(db: Deps['db'], order: FullOrder, now: Date) {
  const terms = await findNextTerms(db, { ...order, terms: order, boughtAt: now })
  return terms
    .filter(({ startsAt }) => startsAt > now)
    .map(({ videoId, startsAt, expiresAt }) => ({ videoId, startsAt, closesAt: expiresAt }))
}

/** The state of a payment in the words of the wire. */
export function statusOf(order: FullOrder, intent: PaymentDetails | null): PaymentStatus {
  if (order.status !== 'open') return order.status
  if (!intent) return 'requires_payment'
  if (intent.status === 'open')
    return intent.isDeclined ? 'failed' : intent.needsAction ? 'requires_action' : 'requires_payment'
  return intent.status
}

/** The address of a business account fills the invoice form (requirements §3). */
function suggestBuyer(student: FullOrder['student']) {
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
