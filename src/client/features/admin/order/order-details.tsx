import { Link } from 'react-router'
import { cancellationLabel } from '#client/features/admin/orders/order-labels.ts'
import { formatMinute, formatPrice, formatRate } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Box, Stack } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

/** Who bought, on what terms, and how the price came about. */
export function OrderDetails({ detail }: { detail: OrderDetailOutput }) {
  const { student, buyer, paidAt, cancellation, referral, payment } = detail
  return (
    <Box>
      <Stack>
        <h2 className="order-box-heading">Buyer</h2>
        <KeyValues
          details={[
            {
              label: 'Student',
              value: (
                <Link className="link" to={paths.adminStudent(student.id)}>
                  {student.username}
                </Link>
              ),
            },
            { label: 'Email', value: <EmailText email={student.email} /> },
            ...(buyer?.fullName ? [{ label: 'Name', value: buyer.fullName }] : []),
            ...(buyer?.businessName ? [{ label: 'Business', value: buyer.businessName }] : []),
            ...(buyer?.vatNumber ? [{ label: 'VAT number', value: buyer.vatNumber }] : []),
            ...(buyer?.address ? [{ label: 'Address', value: buyer.address }] : []),
            ...(paidAt ? [{ label: 'Bought', value: formatMinute(paidAt) }] : []),
            { label: 'Right to cancel', value: cancellationLabel(cancellation) },
            ...(referral
              ? [
                  {
                    label: 'Code',
                    value: `${referral.code}, ${referral.club}`,
                  },
                  { label: 'Commission', value: `${referral.commissionPercent}%` },
                ]
              : []),
            ...(payment
              ? [{ label: 'Stripe', value: <span className="long-name">{payment.intentId}</span> }]
              : []),
          ]}
        />
        {cancellation.right === 'waived' && (
          <p className="small quiet">
            Agreed to on {formatMinute(cancellation.agreedAt)}: “{cancellation.wording}”
          </p>
        )}
        <MoneyRows rows={priceRows(detail)} />
      </Stack>
    </Box>
  )
}

function priceRows(detail: OrderDetailOutput): MoneyRow[] {
  const money = (pounds: string, sign = '') => `${sign}${formatPrice(pounds, { sums: true })}`
  return [
    { label: 'Films', amount: money(detail.subtotal) },
    ...(detail.collectionDiscount === '0.00'
      ? []
      : [{ label: 'Complete package', amount: money(detail.collectionDiscount, '−') }]),
    ...(detail.referralDiscount === '0.00'
      ? []
      : [
          {
            label: `Code, ${detail.referral?.discountPercent ?? 0}%`,
            amount: money(detail.referralDiscount, '−'),
          },
        ]),
    { label: 'Total', amount: money(detail.total), kind: 'total' as const },
    { label: `VAT in it, ${formatRate(detail.vatRate)}`, amount: money(detail.vat), kind: 'quiet' as const },
  ]
}
