import { cancellationLabel, DISPUTE_STATES } from '#client/features/admin/orders/order-labels.ts'
import { formatMinute, formatPrice } from '#client/lib/format.ts'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

/** What a fair decision needs to know. */
export function OrderRefundDetails({ detail }: { detail: OrderDetailOutput }) {
  const { paidAt, createdAt, cancellation, credited, asked, total, lines, disputes, refunds } = detail
  const begun = lines.filter(({ watched }) => watched !== null)
  const completed = begun.filter(({ watched }) => watched?.completed)
  const failed = refunds.filter(({ canResolve }) => canResolve)
  const failedPence = sumPence(failed.map(({ amount }) => parsePounds(amount)))
  return (
    <KeyValues
      details={[
        { label: 'Bought', value: formatMinute(paidAt ?? createdAt) },
        { label: 'Right to cancel', value: cancellationLabel(cancellation) },
        {
          label: 'Watched',
          value:
            begun.length === 0
              ? 'Nothing yet'
              : `${begun.length} of ${lines.length} begun, ${completed.length} to the end`,
        },
        {
          label: 'Refunded before',
          value:
            credited === '0.00'
              ? 'Nothing'
              : `${formatPrice(credited, { sums: true })} of ${formatPrice(total, { sums: true })}`,
        },
        // Both may still reach the buyer: another refund could pay the same twice.
        ...(asked === '0.00'
          ? []
          : [{ label: 'Asked for', value: `${formatPrice(asked, { sums: true })}, not made yet` }]),
        ...(failed.length === 0
          ? []
          : [{ label: 'Failed', value: `${formatPounds(failedPence, { sums: true })}, not settled yet` }]),
        ...(disputes.length > 0
          ? [
              {
                label: 'Disputes',
                value: disputes.map(({ status }) => DISPUTE_STATES[status].words).join(', '),
              },
            ]
          : []),
      ]}
    />
  )
}
