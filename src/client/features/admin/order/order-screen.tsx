import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { cancellationLabel, orderState, videosLabel } from '#client/features/admin/orders/order-labels.ts'
import { AllOrders, OrderQuery } from '#client/features/admin/orders/order-query.tsx'
import { refundableOf } from '#client/features/admin/refunds/order-refund.ts'
import { OrderRefundDialog } from '#client/features/admin/refunds/order-refund-dialog.tsx'
import { OrderRefunds } from '#client/features/admin/refunds/order-refunds.tsx'
import { formatRate, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { detailsOf, KeyValues, Stats } from '#client/ui/detail-list.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Box, Split, Stack, TwoColumns } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { Status } from '#client/ui/status.tsx'
import { formatPounds, parsePounds, subtractPence } from '#shared/money/money.ts'
import { leftToRefund } from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderDocuments, OrderMails } from './order-mails.tsx'
import { OrderTimeline, orderTimeline } from './order-timeline.tsx'
import { OrderVideos } from './order-videos.tsx'

export function OrderScreen() {
  const { orderId = '' } = useParams()
  return (
    <AdminFrame above={<AllOrders />} title="Order" heading={<Heading orderId={orderId} />}>
      <Details orderId={orderId} />
    </AdminFrame>
  )
}

/** The same question as the detail's: asked once. */
function Heading({ orderId }: { orderId: string }) {
  const { data } = trpc.admin.orders.detail.useQuery({ orderId })
  if (!data) return 'Order'
  const invoice = data.documents.find(({ kind }) => kind === 'invoice')
  return invoice ? `Order ${invoice.number}` : `Order of ${data.student.username}`
}

function Details({ orderId }: { orderId: string }) {
  const detail = trpc.admin.orders.detail.useQuery({ orderId })
  return <OrderQuery query={detail}>{(data) => <OrderDetail detail={data} />}</OrderQuery>
}

/** Few orders are ever disputed, or asked back. */
const DisputeEvidence = lazy(async () => ({
  default: (await import('#client/features/admin/disputes/dispute-evidence.tsx')).DisputeEvidence,
}))

const OrderRequests = lazy(async () => ({
  default: (await import('#client/features/admin/refunds/order-requests.tsx')).OrderRequests,
}))

export function OrderDetail({ detail }: { detail: OrderDetailOutput }) {
  const [isRefunding, setRefunding] = useState(false)
  const { student, lines, isBundle, status, total, credited, disputes, requests } = detail
  const hasOpenDispute = disputes.some((dispute) => dispute.status === 'open')
  const undecided = disputes.filter((dispute) => dispute.status === 'open' || dispute.status === 'inquiry')
  const state = orderState({
    status,
    total,
    refunded: credited,
    hasOpenDispute,
    openWish: requests.find((request) => request.status === 'waiting')?.wish ?? null,
  })
  // The note beside it says why there is none while a dispute is open.
  const canRefund = status === 'paid' && !hasOpenDispute && leftToRefund(refundableOf(detail)) > 0
  return (
    <>
      <Split className="admin-head">
        <h2>
          {student.username}: {videosLabel({ isBundle, videos: lines.map(({ title }) => title) })}
        </h2>
        <Status {...state} />
      </Split>
      <Stats details={sums(detail)} />
      {hasOpenDispute && (
        <Note tone="caution" title="The buyer’s bank disputes this payment" className="order-dispute">
          Stripe refunds nothing while a dispute is open. Answer it below; what comes of it is booked here by
          itself.
        </Note>
      )}
      <Suspense>
        {undecided.map(({ id }) => (
          <DisputeEvidence key={id} disputeId={id} />
        ))}
        {requests.length > 0 && <OrderRequests detail={detail} />}
      </Suspense>
      <TwoColumns aside={<OrderDetails detail={detail} />} asideLabel="About this order">
        <Split className="admin-bar admin-bar-low">
          <h2 id="films-heading">Films</h2>
          {canRefund && (
            <Button size="sm" variant="danger" onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )}
        </Split>
        <OrderVideos detail={detail} />
        <OrderRefunds detail={detail} />
        <OrderDocuments detail={detail} />
        <OrderMails studentId={student.id} mails={detail.mails} />
      </TwoColumns>
      <OrderTimeline happenings={orderTimeline(detail)} />
      {isRefunding && <OrderRefundDialog detail={detail} onClose={() => setRefunding(false)} />}
    </>
  )
}

function sums({ status, total, credited, payment, commission }: OrderDetailOutput) {
  const earnedPence =
    commission && subtractPence(parsePounds(commission.earned), parsePounds(commission.takenBack))
  return detailsOf([
    [status === 'paid' ? 'Paid' : 'To pay', formatSum(total)],
    ['Refunded', formatSum(credited)],
    [payment?.feeIsEstimate ? 'Card fee, estimated' : 'Card fee', payment?.fee && formatSum(payment.fee)],
    ['Commission', earnedPence !== null && formatPounds(earnedPence, { sums: true })],
  ])
}

function OrderDetails({ detail }: { detail: OrderDetailOutput }) {
  const { student, buyer, paidAt, cancellation, referral, payment } = detail
  return (
    <Box>
      <Stack>
        <h2 className="order-box-heading">Buyer</h2>
        <KeyValues
          details={detailsOf([
            [
              'Student',
              <Link key="student" className="link" to={paths.adminStudent(student.id)}>
                {student.username}
              </Link>,
            ],
            ['Email', <EmailText key="email" email={student.email} />],
            ['Name', buyer?.fullName],
            ['Business', buyer?.businessName],
            ['VAT number', buyer?.vatNumber],
            ['Address', buyer?.address],
            ['Bought', paidAt && formatShortMinute(paidAt)],
            ['Right to cancel', cancellationLabel(cancellation)],
            ['Code', referral && `${referral.code}, ${referral.club}`],
            ['Commission', referral && `${referral.commissionPercent}%`],
            [
              'Stripe',
              payment && (
                <span key="stripe" className="long-name">
                  {payment.intentId}
                </span>
              ),
            ],
          ])}
        />
        <MoneyRows rows={priceRows(detail)} />
      </Stack>
    </Box>
  )
}

function priceRows(detail: OrderDetailOutput): MoneyRow[] {
  const money = (pounds: string, sign = '') => `${sign}${formatSum(pounds)}`
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
