import { pence, subtractPence, sumPence, toPounds } from '#shared/money/money.ts'
import { shareByWeight } from '#shared/money/shares.ts'
import type {
  QuarterSumsOutput,
  RefererWaterfallsOutput,
  SaleWaterfallsOutput,
  WaterfallOutput,
} from '#shared/schemas/reports.ts'
import type { Credits, MonthSums, RefererSums, SaleRow, VideoSales } from './analytics-queries.ts'
import type { QuarterSums } from './queries.ts'
import { sumWaterfalls, type Waterfall, waterfallOf } from './waterfall.ts'

export function presentQuarter(sums: QuarterSums): QuarterSumsOutput {
  const kept = subtractPence(subtractPence(sums.netPence, sums.feePence), sums.commissionPence)
  return {
    quarterYear: sums.quarter,
    sales: sums.sales,
    originalPrice: toPounds(sums.originalPence),
    discount: toPounds(sums.discountPence),
    finalPrice: toPounds(sums.finalPence),
    net: toPounds(sums.netPence),
    vat: toPounds(sums.vatPence),
    cardFee: toPounds(sums.feePence),
    commission: toPounds(sums.commissionPence),
    kept: toPounds(kept),
  }
}

type Revenue = {
  paidOutPence: number
  videos: readonly VideoSales[]
  credits: readonly Credits[]
  referers: readonly RefererSums[]
  months: readonly MonthSums[]
}

/** Revenue is what buyers paid less credits, VAT included; discounts are those of codes. */
export function presentRevenue({ paidOutPence, videos, credits, referers, months }: Revenue) {
  const total = sumWaterfalls(referers)
  const returned = returnedByVideo(credits)
  return {
    totalRevenue: toPounds(total.paidPence),
    totalCommissionsPaid: toPounds(pence(paidOutPence)),
    totalDiscountsGiven: toPounds(total.codeDiscountPence),
    videoBreakdown: videos.map(({ videoId, title, grossPence, sales, bundleSales }) => ({
      videoId,
      videoTitle: title,
      totalRevenue: toPounds(subtractPence(grossPence, pence(returned.get(videoId) ?? 0))),
      totalSales: sales,
      individualSales: sales - bundleSales,
      bundleSales,
    })),
    clubValueComparison: referers.flatMap((referer) =>
      referer.refererId === null
        ? []
        : {
            clubId: referer.refererId,
            clubName: referer.name ?? '',
            customerCount: referer.customers,
            totalRevenue: toPounds(waterfallOf(referer).paidPence),
            commissionGenerated: toPounds(referer.commissionPence),
          },
    ),
    monthlyTrends: months.map(({ month, revenuePence, sales, newCustomers }) => ({
      month,
      revenue: toPounds(revenuePence),
      sales,
      newCustomers,
    })),
  }
}

/** Shares each credit over its videos by price, so that the videos add up to the total revenue. */
function returnedByVideo(credits: readonly Credits[]): Map<number, number> {
  const byVideo = new Map<number, number>()
  for (const { creditedPence, videoIds, grossPence, count } of credits) {
    const weights = videoIds.map((id, index) => ({ id, weight: pence(grossPence[index] ?? 0) }))
    for (const [id, share] of shareByWeight(pence(creditedPence), weights)) {
      byVideo.set(id, (byVideo.get(id) ?? 0) + share * count)
    }
  }
  return byVideo
}

export function presentRefererWaterfalls(referers: readonly RefererSums[]): RefererWaterfallsOutput {
  const rows = referers.map((referer) => ({ referer, waterfall: waterfallOf(takingsOf(referer)) }))
  return {
    total: presentWaterfall(sumWaterfalls(referers)),
    referers: rows
      .toSorted((a, b) => b.waterfall.keptPence - a.waterfall.keptPence)
      .map(({ referer, waterfall }) => ({
        clubId: referer.refererId,
        clubName: referer.name,
        sales: referer.sales,
        waterfall: presentWaterfall(waterfall),
      })),
  }
}

function takingsOf(referer: RefererSums) {
  const { refererId: _id, name: _name, sales: _sales, customers: _customers, ...takings } = referer
  return takings
}

export function presentSales({ total, sales }: { total: number; sales: SaleRow[] }): SaleWaterfallsOutput {
  return { total, sales: sales.map(presentSale) }
}

function presentSale(sale: SaleRow): SaleWaterfallsOutput['sales'][number] {
  const { payment, commission } = sale
  const credits = [...(payment?.refunds ?? []), ...(payment?.disputes ?? [])]
  const returnedVat = sumPence(credits.map(({ vatPence }) => pence(vatPence)))
  return {
    orderId: sale.id,
    paidAt: (sale.paidAt ?? new Date(0)).toISOString(),
    username: sale.student.username,
    what: sale.isBundle ? 'Complete package' : sale.lines.map(({ title }) => title).join(', '),
    feeIsEstimate: payment?.feeIsEstimate ?? false,
    waterfall: presentWaterfall(
      waterfallOf({
        listPence: pence(sale.subtotalPence),
        collectionDiscountPence: pence(sale.collectionDiscountPence),
        codeDiscountPence: pence(sale.referralDiscountPence),
        refundedPence: sumPence(credits.map(({ creditedPence }) => pence(creditedPence))),
        vatPence: subtractPence(pence(sale.vatPence), returnedVat),
        feePence: pence(payment?.feePence ?? 0),
        commissionPence: sumPence((commission?.entries ?? []).map(({ amountPence }) => pence(amountPence))),
      }),
    ),
  }
}

function presentWaterfall(waterfall: Waterfall): WaterfallOutput {
  return {
    list: toPounds(waterfall.listPence),
    collectionDiscount: toPounds(waterfall.collectionDiscountPence),
    codeDiscount: toPounds(waterfall.codeDiscountPence),
    refunded: toPounds(waterfall.refundedPence),
    paid: toPounds(waterfall.paidPence),
    vat: toPounds(waterfall.vatPence),
    cardFee: toPounds(waterfall.feePence),
    commission: toPounds(waterfall.commissionPence),
    kept: toPounds(waterfall.keptPence),
  }
}
