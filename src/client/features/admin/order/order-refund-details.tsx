import { formatMinute, formatPrice } from '#client/lib/format.ts'
import { KeyValues } from '#client/ui/detail-list.tsx'
import type { OrderStoryOutput } from '#shared/schemas/admin-orders.ts'
import { cancellationWords } from './order-labels.ts'

/** What a fair decision needs to know. */
export function OrderRefundFacts({ story }: { story: OrderStoryOutput }) {
  const { paidAt, createdAt, cancellation, credited, total, lines, disputes } = story
  const begun = lines.filter(({ watched }) => watched !== null)
  const completed = begun.filter(({ watched }) => watched?.completed)
  return (
    <KeyValues
      facts={[
        { label: 'Bought', value: formatMinute(paidAt ?? createdAt) },
        { label: 'Right to cancel', value: cancellationWords(cancellation) },
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
        ...(disputes.length > 0
          ? [{ label: 'Disputes', value: disputes.map(({ status }) => status).join(', ') }]
          : []),
      ]}
    />
  )
}
