import type { z } from 'zod'
import { shareCommission } from '#shared/commission/commission.ts'
import { addPence, type Pence, pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import type { quarterlyDetailsOutput } from '#shared/schemas/admin-reports.ts'
import type { QuarterEntry, QuarterOrder, QuarterSums } from './quarter-queries.ts'

type QuarterSale = z.input<typeof quarterlyDetailsOutput>[number]

export function presentQuarter(sums: QuarterSums) {
  return {
    quarterYear: sums.quarter,
    sales: sums.sales,
    originalPrice: sums.originalPence,
    discount: sums.discountPence,
    finalPrice: sums.finalPence,
    net: sums.netPence,
    vat: sums.vatPence,
    cardFee: sums.feePence,
    commission: sums.commissionPence,
    kept: subtractPence(subtractPence(sums.netPence, sums.feePence), sums.commissionPence),
  }
}

/** One row per video bought on its own, one for a whole bundle; the order's commission is shared over its videos. */
export function presentQuarterSales(orders: readonly QuarterOrder[]) {
  return orders.flatMap((order): QuarterSale[] =>
    order.isBundle ? [presentBundle(order)] : presentLines(order),
  )
}

function presentBundle(order: QuarterOrder) {
  const sum = (pick: (line: QuarterOrder['lines'][number]) => number) =>
    sumPence(order.lines.map((line) => pence(pick(line))))
  return {
    ...commonOf(order),
    id: order.id,
    isBundle: true,
    videoTitle: null,
    videoId: null,
    amount: sum((line) => line.listPence - line.collectionDiscountPence),
    referralDiscount: sum((line) => line.referralDiscountPence),
    finalAmount: sum((line) => line.grossPence),
    refundedAmount: sumPence(order.credits.map(({ creditedPence }) => pence(creditedPence))),
    netAmount: sum((line) => line.exVatPence),
    cardFee: order.feePence,
    commissionAmount: order.commissionPence,
  }
}

function presentLines(order: QuarterOrder) {
  const paid = order.lines.map((line) => ({ videoId: line.videoId, paidPence: pence(line.grossPence) }))
  const commission = shareCommission(pence(order.commissionPence), paid)
  const fee = shareCommission(pence(order.feePence), paid)
  const refunded = refundedByVideo(order)
  return order.lines.map((line) => ({
    ...commonOf(order),
    id: line.id,
    isBundle: false,
    videoTitle: line.title,
    videoId: line.videoId,
    amount: line.listPence - line.collectionDiscountPence,
    referralDiscount: line.referralDiscountPence,
    finalAmount: line.grossPence,
    refundedAmount: shareOf(refunded, line.videoId),
    netAmount: line.exVatPence,
    cardFee: shareOf(fee, line.videoId),
    commissionAmount: shareOf(commission, line.videoId),
  }))
}

/** Each credit shared by price over the videos it names, or over all of them. */
function refundedByVideo({ credits, lines }: QuarterOrder): Map<number, Pence> {
  const byVideo = new Map<number, Pence>()
  for (const { creditedPence, lineIds } of credits) {
    const named = lines.filter(({ id }) => lineIds.length === 0 || lineIds.includes(id))
    const weights = named.map(({ videoId, grossPence }) => ({ id: videoId, weight: pence(grossPence) }))
    for (const [videoId, share] of shareByWeight(pence(creditedPence), weights)) {
      byVideo.set(videoId, addPence(byVideo.get(videoId) ?? zeroPence, share))
    }
  }
  return byVideo
}

function commonOf({ id, paidAt, username, email, feeIsEstimate, commissionBps }: QuarterOrder) {
  return {
    orderId: id,
    createdAt: paidAt,
    username,
    email,
    cardFeeIsEstimate: feeIsEstimate,
    commissionPercentage: commissionBps === null ? null : basisPointsToPercent(commissionBps),
  }
}

export function presentQuarterEntry({ commission, amountPence, ...entry }: QuarterEntry) {
  const { order } = commission ?? {}
  return {
    ...entry,
    amount: amountPence,
    orderId: order?.id ?? null,
    username: order?.student.username ?? null,
  }
}
