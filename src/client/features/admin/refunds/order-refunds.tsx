import { useState } from 'react'
import { DISPUTE_STATES, refundState } from '#client/features/admin/orders/order-labels.ts'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortDay, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Status, type StatusLabel } from '#client/ui/status.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { OrderDetailOutput, RefundDetailOutput } from '#shared/schemas/admin-orders.ts'
import { stripeCodeLabel } from '#shared/text/stripe-code.ts'
import { OrderLineChoice } from './order-line-choice.tsx'
import { OrderRefundActs } from './order-refund-actions.tsx'

type Back = {
  id: string
  at: string
  what: string
  reason: string
  amount: string
  state: StatusLabel
  refund: RefundDetailOutput | null
}

export function OrderRefunds({ detail }: { detail: OrderDetailOutput }) {
  const [assigning, setAssigning] = useState<RefundDetailOutput | null>(null)
  const rows = backOf(detail)
  if (rows.length === 0) return null
  const assignColumn: Column<Back> = {
    heading: 'Act',
    hideHeading: true,
    cell: ({ refund }) =>
      refund?.canAssign ? (
        <Button size="sm" onClick={() => setAssigning(refund)}>
          Assign to films
        </Button>
      ) : (
        refund && <OrderRefundActs refund={refund} />
      ),
  }
  return (
    <>
      <h2 className="order-heading">Refunds and disputes</h2>
      <DataTable
        caption="Refunds and disputes"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'What',
            rowHeading: true,
            cell: ({ what, reason }) => (
              <>
                {what}
                {reason && <span className="second-line">{reason}</span>}
              </>
            ),
          },
          { heading: 'Date', cell: ({ at }) => <span className="figure">{formatShortDay(at)}</span> },
          { heading: 'Amount', figure: true, cell: ({ amount }) => formatSum(amount) },
          { heading: 'State', cell: ({ state }) => <Status {...state} /> },
          ...(rows.some(canAct) ? [assignColumn] : []),
        ]}
      />
      {assigning && (
        <OrderAssignDialog detail={detail} refund={assigning} onClose={() => setAssigning(null)} />
      )}
    </>
  )
}

function canAct({ refund }: Back): boolean {
  return refund !== null && (refund.canAssign || refund.canResolve || refund.status === 'held')
}

function reasonOf(refund: RefundDetailOutput): string {
  const { reason, adminEmail, status, lastError, lookalikeAt, resolutionNote } = refund
  const said = lastError !== null && (status === 'requested' || status === 'waiting' || status === 'failed')
  return [
    reason,
    adminEmail && `By ${adminEmail}`,
    status === 'held' && questionOf(lookalikeAt),
    said && `Stripe said: ${stripeCodeLabel(lastError)}`,
    resolutionNote,
  ]
    .filter(Boolean)
    .join('. ')
}

function questionOf(lookalikeAt: string | null): string {
  const when = lookalikeAt === null ? '' : `, made on ${formatShortMinute(lookalikeAt)}`
  return `Stripe has another refund of this amount${when}. Is it this one, or are two owed?`
}

function backOf({ refunds, disputes, lines }: OrderDetailOutput): Back[] {
  const titles = new Map(lines.map(({ id, title }) => [id, title]))
  return [
    ...refunds.map((refund) => ({
      id: refund.id,
      at: refund.createdAt,
      what: refund.lineIds.map((id) => titles.get(id)).join(', ') || 'An amount',
      reason: reasonOf(refund),
      amount: refund.amount,
      state: refundState(refund),
      refund,
    })),
    ...disputes.map(({ id, openedAt, amount, status }) => ({
      id,
      at: openedAt,
      what: 'Dispute',
      reason: '',
      amount,
      state: DISPUTE_STATES[status],
      refund: null,
    })),
  ].toSorted((a, b) => a.at.localeCompare(b.at))
}

type OrderAssignDialogProps = { detail: OrderDetailOutput; refund: RefundDetailOutput; onClose: () => void }

/** Says which videos a refund made on Stripe's dashboard was for: their access ends with it. */
function OrderAssignDialog({ detail, refund, onClose }: OrderAssignDialogProps) {
  const [lineIds, setLineIds] = useState<readonly string[]>([])
  const assign = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.assignRefund.mutate({ refundId: refund.id, lineIds: [...lineIds] }),
    done: () => ({ title: 'Refund Assigned', tone: 'good' }),
    failed: orderAdminMessages.assignFailed,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Which films was ${formatSum(refund.amount)} for?`}
      description="Access to them ends now. The money and the credit note stay as they are. This cannot be undone."
      keepOpenOutside
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (lineIds.length > 0) assign.mutate()
        }}
      >
        <OrderLineChoice legend="Films" lines={detail.lines} chosen={lineIds} onChange={setLineIds} />
        <DialogSubmit
          variant="danger"
          disabledWhy={lineIds.length === 0 && 'A film comes first.'}
          loading={assign.isPending}
        >
          Assign and end access
        </DialogSubmit>
      </form>
    </Dialog>
  )
}
