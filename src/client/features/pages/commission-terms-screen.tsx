import { formatRate } from '#client/lib/format.ts'
import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import {
  defaultCommissionPercent,
  defaultReferralDiscountPercent,
  refererMinimumAge,
} from '#shared/limits.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { formatPounds } from '#shared/money/money.ts'
import { quote } from '#shared/pricing/pricing.ts'
import { PolicyPage } from './policy-page.tsx'
import { emailLink } from './seller.tsx'

/** Requirements §6.3, §9.2. */
export function CommissionTermsScreen() {
  return (
    <PolicyPage
      title="Commission Terms"
      changed="21 November 2026"
      lede="For clubs and people who hand out a referral code. Effective 01/07/2025."
      text={textFor(usePageData())}
    />
  )
}

const least = formatPounds(minimumPayoutPence)

const textFor = (data: PageData) => `
# who: Who can be a referer
Individuals of ${refererMinimumAge} or older, and organisations. You [apply](${paths.refererRegister}) in
the shop; an application is read within 2-3 business days and decided by email. An approved referer gets a
code of their own. It costs nothing.

# rate: What is paid
${defaultCommissionPercent}% of the net price unless agreed otherwise. The net price is what the buyer paid,
after every discount, less VAT, less the fee of the payment. The percentage is that of the day of the order.
Whoever buys with your code pays ${defaultReferralDiscountPercent}% less, unless agreed otherwise; your
[portal](${paths.refererPortal}) shows both.

An example: ${commissionExample(data)}

# which: For which orders
For the first paid order of a new customer who used the code. Not for:

- a customer who has bought before,
- an order with one’s own code,
- an order that cost nothing.

The buyer’s discount applies all the same. When money goes back to the buyer, the commission on it goes back
in proportion; where it was paid out already, it comes off the next payout.

# when: When it is paid
Each quarter is added up in the first days of the next and then sent by bank transfer, in pounds sterling,
to the account you gave us. The least that is paid is ${least}; less is carried into the next quarter.
Quarters are those of the calendar, in London time. You can change the account in the portal, with your
password; a change is looked at before anything is paid to it.

# vat: VAT
A VAT-registered referer is paid ${formatRate(data.payoutVatRate)} on top, the rate of VAT on the day of payment. With a self-billing agreement we write the
invoice; without one we ask for yours. A referer without registration gets a statement without VAT.

# fair: Handing out the code
Say that you earn a commission. Promise nothing that the shop does not: the films are a study aid, not a
complete syllabus. Do not send the code by email or message to people who have not asked for it: the law
does not allow that either (PECR, regulation 22).

# end: The end
Either side can end this at any time by writing; we are at ${emailLink(data)}. The code then stops working,
${least} or more is paid when the quarter is closed, and less than that is forfeited.
`

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
