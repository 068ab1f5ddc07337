import { shareCommission } from '#shared/commission.ts'
import { pence, sumPence, toPounds } from '#shared/money.ts'
import type { QuarterSaleOutput } from '#shared/schemas/admin-reports.ts'
import { shareOf } from '#shared/shares.ts'
import type { QuarterOrder } from './queries.ts'

/** One row per film bought on its own, one for a whole bundle; the order's commission is shared over its films. */
export function presentQuarterSales(orders: readonly QuarterOrder[]): QuarterSaleOutput[] {
  return orders.flatMap((order) => (order.isBundle ? [presentBundle(order)] : presentLines(order)))
}

function presentBundle(order: QuarterOrder): QuarterSaleOutput {
  const sum = (pick: (line: QuarterOrder['lines'][number]) => number) =>
    toPounds(sumPence(order.lines.map((line) => pence(pick(line)))))
  return {
    ...customerOf(order),
    id: order.id,
    isBundle: true,
    videoTitle: null,
    videoId: null,
    amount: sum((line) => line.listPence - line.collectionDiscountPence),
    referralDiscount: sum((line) => line.referralDiscountPence),
    finalAmount: sum((line) => line.grossPence),
    commissionAmount: toPounds(pence(order.commissionPence)),
  }
}

function presentLines(order: QuarterOrder): QuarterSaleOutput[] {
  const shares = shareCommission(
    pence(order.commissionPence),
    order.lines.map((line) => ({ videoId: line.videoId, paidPence: pence(line.grossPence) })),
  )
  return order.lines.map((line) => ({
    ...customerOf(order),
    id: line.id,
    isBundle: false,
    videoTitle: line.title,
    videoId: line.videoId,
    amount: toPounds(pence(line.listPence - line.collectionDiscountPence)),
    referralDiscount: toPounds(pence(line.referralDiscountPence)),
    finalAmount: toPounds(pence(line.grossPence)),
    commissionAmount: toPounds(shareOf(shares, line.videoId)),
  }))
}

function customerOf({ paidAt, username, email }: QuarterOrder) {
  return { createdAt: paidAt.toISOString(), username, email }
}
