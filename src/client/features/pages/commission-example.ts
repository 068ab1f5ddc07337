import type { PageData } from '#client/site/page-data.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { formatPounds } from '#shared/money/money.ts'
import { quote } from '#shared/pricing/pricing.ts'

/** "the package with 10% off is £306, …": what the usual rates make of one order, by the rules that charge and pay. */
export function commissionExample({ videos, terms, vatRate }: PageData): string {
  const { totalPence, exVatPence, vatPence } = quote({
    catalog: videos,
    terms,
    ownedVideoIds: [],
    cartVideoIds: videos.map(({ id }) => id),
    referral: { code: '', discountPercent: defaultReferralDiscountPercent },
    vatRate,
    collectionDiscountUsed: false,
  })
  const feePence = estimateCardFee(totalPence)
  const net = netForCommission({ paidPence: totalPence, vatPence, feePence })
  const price = `the package with ${defaultReferralDiscountPercent}% off is ${formatPounds(totalPence)}`
  const beforeVat = vatRate > 0 ? `, which is ${formatPounds(exVatPence)} before VAT` : ''
  const left = `Less the usual fee of a UK card, ${formatPounds(feePence)}, that leaves ${formatPounds(net)}`
  const earned = formatPounds(commissionOn(net, defaultCommissionPercent))
  return `${price}${beforeVat}. ${left}; ${defaultCommissionPercent}% of it is ${earned}.`
}
