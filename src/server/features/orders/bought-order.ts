import { pence } from '#shared/money/money.ts'
import { basisPointsToRate } from '#shared/money/rates.ts'
import { buyerOutput } from '#shared/schemas/checkout.ts'
import type { FullOrder } from './order-queries.ts'

/** An order as the steps of fulfilment need it: amounts as Pence, percentages as numbers, the buyer read. */
export type BoughtOrder = ReturnType<typeof boughtOrder>

export function boughtOrder(order: FullOrder) {
  return {
    id: order.id,
    studentId: order.studentId,
    isBundle: order.isBundle,
    createdAt: order.createdAt,
    terms: { singleMonths: order.singleMonths, bundleMonths: order.bundleMonths },
    subtotalPence: pence(order.subtotalPence),
    collectionDiscountPence: pence(order.collectionDiscountPence),
    referralDiscountPence: pence(order.referralDiscountPence),
    totalPence: pence(order.totalPence),
    exVatPence: pence(order.exVatPence),
    vatPence: pence(order.vatPence),
    vatRate: basisPointsToRate(order.vatBps),
    sellerVatNumber: order.sellerVatNumber,
    method: order.payment?.method ?? null,
    referral: referralOf(order),
    buyer: {
      username: order.student.username,
      email: order.student.email,
      emailKey: order.student.emailKey,
      details: order.buyer === null ? null : buyerOutput.parse(order.buyer),
    },
    consent:
      order.consentWording !== null && order.consentAt !== null
        ? { wording: order.consentWording, agreedAt: order.consentAt }
        : null,
    lines: order.lines.map((line) => ({
      id: line.id,
      videoId: line.videoId,
      title: line.title,
      listPence: pence(line.listPence),
      discountPence: pence(line.collectionDiscountPence + line.referralDiscountPence),
      grossPence: pence(line.grossPence),
      exVatPence: pence(line.exVatPence),
      vatPence: pence(line.vatPence),
    })),
  }
}

function referralOf(order: FullOrder) {
  const { refererId, referralCode, discountBps, commissionBps, referer } = order
  if (
    refererId === null ||
    referralCode === null ||
    discountBps === null ||
    commissionBps === null ||
    !referer
  ) {
    return null
  }
  const { name, contactEmailKey } = referer
  return { refererId, code: referralCode, name, contactEmailKey, discountBps, commissionBps }
}
