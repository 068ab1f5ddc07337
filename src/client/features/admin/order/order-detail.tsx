import { useState } from 'react'
import { orderState, videosWords } from '#client/features/admin/orders/order-labels.ts'
import { refundableOf } from '#client/features/admin/refunds/order-refund.ts'
import { OrderRefundDialog } from '#client/features/admin/refunds/order-refund-dialog.tsx'
import { OrderRefunds } from '#client/features/admin/refunds/order-refunds.tsx'
import { formatPrice } from '#client/lib/format.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Split, TwoColumns } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { parsePounds, subtractPence, toPounds } from '#shared/money/money.ts'
import { leftToRefund } from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderMails } from './order-mails.tsx'
import { orderTimeline } from './order-timeline.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { OrderVideos } from './order-videos.tsx'

export function OrderDetail({ detail }: { detail: OrderDetailOutput }) {
  const [isRefunding, setRefunding] = useState(false)
  const { student, lines, isBundle, status, total, credited, disputes } = detail
  const hasOpenDispute = disputes.some((dispute) => dispute.status === 'open')
  const state = orderState({ status, total, refunded: credited, hasOpenDispute })
  // The note beside it says why there is none while a dispute is open.
  const canRefund = status === 'paid' && !hasOpenDispute && leftToRefund(refundableOf(detail)) > 0
  return (
    <>
      <Split className="admin-head">
        <h2>
          {student.username}: {videosWords({ isBundle, videos: lines.map(({ title }) => title) })}
        </h2>
        <Status kind={state.kind}>{state.words}</Status>
      </Split>
      <Stats details={sums(detail)} />
      {hasOpenDispute && (
        <Note tone="caution" title="The buyer’s bank disputes this payment" className="order-dispute">
          Stripe refunds nothing while a dispute is open. Answer it on Stripe’s dashboard; what comes of it is
          booked here by itself.
        </Note>
      )}
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
  const money = (pounds: string) => formatPrice(pounds, { sums: true })
  return [
    { label: status === 'paid' ? 'Paid' : 'To pay', value: money(total) },
    { label: 'Refunded', value: money(credited) },
    ...(payment?.fee
      ? [{ label: payment.feeIsEstimate ? 'Card fee, estimated' : 'Card fee', value: money(payment.fee) }]
      : []),
    ...(commission
      ? [
          {
            label: 'Commission',
            value: money(
              toPounds(subtractPence(parsePounds(commission.earned), parsePounds(commission.takenBack))),
            ),
          },
        ]
      : []),
  ]
}
