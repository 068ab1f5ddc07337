import { shareCommission } from '#shared/commission/commission.ts'
import { addPence, type Pence, pence, sumPence, toPounds, zeroPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import type { QuarterEntryOutput, QuarterSaleOutput } from '#shared/schemas/admin-reports.ts'
import type { QuarterEntry, QuarterOrder } from './queries.ts'

/** One row per video bought on its own, one for a whole bundle; the order's commission is shared over its videos. */
export function presentQuarterSales(orders: readonly QuarterOrder[]): QuarterSaleOutput[] {
  return orders.flatMap((order) => (order.isBundle ? [presentBundle(order)] : presentLines(order)))
}

function presentBundle(order: QuarterOrder): QuarterSaleOutput {
  const sum = (pick: (line: QuarterOrder['lines'][number]) => number) =>
    toPounds(sumPence(order.lines.map((line) => pence(pick(line)))))
  return {
    ...commonOf(order),
    id: order.id,
    isBundle: true,
    videoTitle: null,
    videoId: null,
    amount: sum((line) => line.listPence - line.collectionDiscountPence),
    referralDiscount: sum((line) => line.referralDiscountPence),
    finalAmount: sum((line) => line.grossPence),
    refundedAmount: toPounds(sumPence(order.credits.map(({ creditedPence }) => pence(creditedPence)))),
    netAmount: sum((line) => line.exVatPence),
    cardFee: toPounds(pence(order.feePence)),
    commissionAmount: toPounds(pence(order.commissionPence)),
  }
}

function presentLines(order: QuarterOrder): QuarterSaleOutput[] {
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
    amount: toPounds(pence(line.listPence - line.collectionDiscountPence)),
    referralDiscount: toPounds(pence(line.referralDiscountPence)),
    finalAmount: toPounds(pence(line.grossPence)),
    refundedAmount: toPounds(shareOf(refunded, line.videoId)),
    netAmount: toPounds(pence(line.exVatPence)),
    cardFee: toPounds(shareOf(fee, line.videoId)),
    commissionAmount: toPounds(shareOf(commission, line.videoId)),
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
    createdAt: paidAt.toISOString(),
    username,
    email,
    cardFeeIsEstimate: feeIsEstimate,
    commissionPercentage: commissionBps === null ? null : basisPointsToPercent(commissionBps),
  }
}

export function presentQuarterEntry(entry: QuarterEntry): QuarterEntryOutput {
  const order = entry.commission?.order
  return {
    id: entry.id,
    writtenAt: entry.writtenAt.toISOString(),
    kind: entry.kind,
    amount: toPounds(pence(entry.amountPence)),
    reason: entry.reason,
    orderId: order?.id ?? null,
    username: order?.student.username ?? null,
  }
}
