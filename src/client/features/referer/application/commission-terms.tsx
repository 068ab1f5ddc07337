import { formatRate } from '#client/lib/format.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { defaultCommissionPercent, refererMinimumAge } from '#shared/limits.ts'
import { formatPounds } from '#shared/money/money.ts'

/** What a referer agrees to, in short; the page of commission terms says the same at length (requirements §9). */
export function CommissionTerms() {
  const { payoutVatRate } = usePageData()
  const least = formatPounds(minimumPayoutPence)
  return (
    <>
      <h3>Commission</h3>
      <p>
        <strong>Effective 01/07/2025.</strong> You earn {defaultCommissionPercent}% of the net price unless we
        agree otherwise: what a buyer paid after discounts, without VAT and without the fee of the card
        payment.
      </p>
      <p>
        It is earned on the first paid order of a new customer who used your code, and never on your own
        purchases. What goes back to a buyer takes its commission back with it.
      </p>
      <p>
        It is paid every quarter in pounds sterling (GBP), once there is {least} or more; less is carried
        forward. If the agreement ends with less than {least} unpaid, that amount is forfeited.
      </p>
      <p>
        VAT-registered referers are paid {formatRate(payoutVatRate)} on top. You must be at least{' '}
        {refererMinimumAge}.
      </p>
      <p>Say that you earn by the code, and promise nothing that the shop does not.</p>
    </>
  )
}
