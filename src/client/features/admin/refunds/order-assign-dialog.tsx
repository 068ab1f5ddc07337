import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatPrice } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { OrderDetailOutput, RefundDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderLineChoice } from './order-line-choice.tsx'

type OrderAssignDialogProps = { detail: OrderDetailOutput; refund: RefundDetailOutput; onClose: () => void }

/** Says which videos a refund made on Stripe's dashboard was for: their access ends with it. */
export function OrderAssignDialog({ detail, refund, onClose }: OrderAssignDialogProps) {
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
      title={`Which films was ${formatPrice(refund.amount, { sums: true })} for?`}
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
        <Row>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="danger" disabled={lineIds.length === 0} loading={assign.isPending}>
            Assign and end access
          </Button>
        </Row>
      </form>
    </Dialog>
  )
}
