import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence } from '#shared/money/money.ts'
import { quote } from '#shared/pricing/pricing.ts'
import { CATALOG, CATALOG_TERMS } from './new-catalog.ts'

/** What people buy in the large demo: everything, one video, or two. */
const CHOICES: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  [1],
  [2],
  [3],
  [4],
  [5],
  [6],
  [7],
  [1, 2],
  [3, 5],
  [4, 7],
]

/** Every way to buy, priced by the shop's own rules, twice: without a code at an even place, with one at the odd place after it. */
export function largeCarts(vatRate: number) {
  return CHOICES.flatMap((videoIds) => [false, true].map((hasCode) => cartOf(videoIds, hasCode, vatRate)))
}

function cartOf(videoIds: readonly number[], hasCode: boolean, vatRate: number) {
  const priced = quote({
    catalog: CATALOG,
    terms: CATALOG_TERMS,
    ownedVideoIds: [],
    cartVideoIds: videoIds,
    referral: hasCode ? { code: 'LARGE', discountPercent: defaultReferralDiscountPercent } : null,
    vatRate,
    collectionDiscountUsed: false,
  })
  const feePence = estimateCardFee(priced.totalPence)
  const net = netForCommission({ paidPence: priced.totalPence, vatPence: priced.vatPence, feePence })
  const months = priced.isBundle ? CATALOG_TERMS.bundleMonths : CATALOG_TERMS.singleMonths
  const lines = priced.lines.map((line) => ({
    videoId: line.videoId,
    title: line.title,
    listPence: line.listPence,
    collectionDiscountPence: line.discountPence,
    referralDiscountPence: line.referralSharePence,
    grossPence: line.netOfDiscountsPence,
    exVatPence: line.exVatPence,
    vatPence: line.vatPence,
  }))
  const totals = {
    netPence: priced.exVatPence,
    vatPence: priced.vatPence,
    grossPence: priced.totalPence,
  }
  return {
    isBundle: priced.isBundle,
    months,
    subtotalPence: priced.subtotalPence,
    collectionDiscountPence: priced.collectionDiscountPence,
    referralDiscountPence: priced.referralDiscountPence,
    totalPence: priced.totalPence,
    exVatPence: priced.exVatPence,
    vatPence: priced.vatPence,
    feePence,
    commissionPence: hasCode ? commissionOn(net, defaultCommissionPercent) : pence(0),
    lines,
    totals,
    invoiceLines: lines.map((line) => ({
      description: `${line.title}, film, open for ${months} months`,
      listPence: line.listPence,
      discountPence: line.listPence - line.grossPence,
      discountLabel: null,
      netPence: line.exVatPence,
      vatPence: line.vatPence,
      grossPence: line.grossPence,
    })),
    creditLines: lines.map((line) => ({
      description: `${line.title}, film`,
      netPence: line.exVatPence,
      vatPence: line.vatPence,
      grossPence: line.grossPence,
    })),
  }
}
