import { type LondonRange, toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { pence, subtractPence, sumPence } from '#shared/money/money.ts'
import { shareByWeight } from '#shared/money/shares.ts'
import type { Credits, MonthSums, RefererSums, SaleRow, VideoSales } from './analytics-queries.ts'
import { sumWaterfalls, type Waterfall, waterfallOf } from './waterfall.ts'

type Revenue = {
  paidOutPence: number
  videos: readonly VideoSales[]
  credits: readonly Credits[]
  referers: readonly RefererSums[]
  months: readonly MonthSums[]
}

type Period = { range: LondonRange | undefined; firstSaleAt: Date | null; now: Date }

/** The London days that the figures are of: no day is named that is still to come, and none before the first sale of all. */
export function presentPeriod({ range, firstSaleAt, now }: Period) {
  const last = range && range.end <= now ? new Date(range.end.getTime() - 1) : now
  return { from: toIsoLondonDate(range?.start ?? firstSaleAt ?? now), to: toIsoLondonDate(last) }
}

/** Revenue is what buyers paid less credits, VAT included; discounts are those of codes. */
export function presentRevenue({ paidOutPence, videos, credits, referers, months }: Revenue) {
  const total = sumWaterfalls(referers)
  const returned = returnedByVideo(credits)
  return {
    totalRevenue: total.paidPence,
    totalCommissionsPaid: paidOutPence,
    totalDiscountsGiven: total.codeDiscountPence,
    videoBreakdown: videos.map(({ videoId, title, grossPence, sales, bundleSales }) => ({
      videoId,
      videoTitle: title,
      totalRevenue: subtractPence(grossPence, pence(returned.get(videoId) ?? 0)),
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
            totalRevenue: waterfallOf(referer).paidPence,
            commissionGenerated: referer.commissionPence,
          },
    ),
    monthlyTrends: months.map(({ revenuePence, ...month }) => ({ ...month, revenue: revenuePence })),
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

export function presentRefererWaterfalls(referers: readonly RefererSums[]) {
  const rows = referers.map((referer) => ({
    clubId: referer.refererId,
    clubName: referer.name,
    sales: referer.sales,
    waterfall: presentWaterfall(waterfallOf(referer)),
  }))
  return {
    total: presentWaterfall(sumWaterfalls(referers)),
    referers: rows.toSorted((a, b) => b.waterfall.kept - a.waterfall.kept),
  }
}

export function presentSales({ total, sales }: { total: number; sales: SaleRow[] }) {
  return { total, sales: sales.map(presentSale) }
}

function presentSale(sale: SaleRow) {
  const { payment, commission } = sale
  const credits = [...(payment?.refunds ?? []), ...(payment?.disputes ?? [])]
  const returnedVat = sumPence(credits.map(({ vatPence }) => pence(vatPence)))
  return {
    orderId: sale.id,
    paidAt: sale.paidAt ?? new Date(0),
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

function presentWaterfall(waterfall: Waterfall) {
  return {
    list: waterfall.listPence,
    collectionDiscount: waterfall.collectionDiscountPence,
    codeDiscount: waterfall.codeDiscountPence,
    refunded: waterfall.refundedPence,
    paid: waterfall.paidPence,
    vat: waterfall.vatPence,
    cardFee: waterfall.feePence,
    commission: waterfall.commissionPence,
    kept: waterfall.keptPence,
  }
}
