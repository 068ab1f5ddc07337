import { formatRate } from '#client/lib/format.ts'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { formatPounds } from '#shared/money/money.ts'
import type { RefundQuote } from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

type OrderRefundSumsProps = { detail: OrderDetailOutput; quote: RefundQuote | null }

/** What the refund comes to, by the same rules that the server books it with. */
export function OrderRefundSums({ detail, quote }: OrderRefundSumsProps) {
  if (!quote) return <p className="quiet">Choose what to refund to see what it comes to.</p>
  const money = (amount: RefundQuote['amountPence']) => formatPounds(amount, { sums: true })
  const closed = detail.lines.filter(({ id }) => quote.closedLineIds.includes(id)).map(({ title }) => title)
  return (
    <div aria-live="polite">
      <MoneyRows
        rows={[
          { label: 'Left of the order after it', amount: money(quote.leftPence), kind: 'carried' },
          ...(detail.referral
            ? [{ label: `Taken back from ${detail.referral.club}`, amount: money(quote.commissionBackPence) }]
            : []),
          { label: 'To the buyer', amount: money(quote.amountPence), kind: 'total' },
          { label: `VAT in it, ${formatRate(detail.vatRate)}`, amount: money(quote.vatPence), kind: 'quiet' },
        ]}
      />
      <p className="list-note small">
        {closed.length > 0 ? `Access ends: ${closed.join(', ')}.` : 'No access ends.'} Stripe keeps its card
        fee.
      </p>
    </div>
  )
}
