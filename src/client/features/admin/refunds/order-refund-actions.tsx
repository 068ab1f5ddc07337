import { useState } from 'react'
import { CancelAndSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatSum } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/choice.tsx'
import { Dialog, DialogButtons } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { RefundDetailOutput } from '#shared/schemas/admin-orders.ts'
import { refundNotice } from './order-refund.ts'

export function OrderRefundActs({ refund }: { refund: RefundDetailOutput }) {
  if (refund.status === 'held') return <HeldActs refund={refund} />
  return refund.canResolve ? <FailedActs refund={refund} /> : null
}

function HeldActs({ refund: { id: refundId } }: { refund: RefundDetailOutput }) {
  const answer = useAdminMutation({
    area: 'orders',
    act: ({ orders }, is: 'same' | 'two') => orders.answerRefund.mutate({ refundId, answer: is }),
    done: () => ({ title: 'Refund Answered', tone: 'good' }),
    failed: orderAdminMessages.refundFailed,
  })
  return (
    <Row>
      <Button size="sm" loading={answer.isPending} onClick={() => answer.mutate('same')}>
        It is this one
      </Button>
      <Button size="sm" variant="danger" loading={answer.isPending} onClick={() => answer.mutate('two')}>
        Send this one too
      </Button>
    </Row>
  )
}

function FailedActs({ refund }: { refund: RefundDetailOutput }) {
  const [isSettling, setSettling] = useState(false)
  const amount = formatSum(refund.amount)
  const retry = useAdminMutation({
    area: 'orders',
    act: ({ orders }, refundId: string) => orders.retryRefund.mutate({ refundId }),
    done: ({ status }) => refundNotice(status, amount),
    failed: orderAdminMessages.refundFailed,
  })
  return (
    <Row>
      <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate(refund.id)}>
        Try again
      </Button>
      <Button size="sm" onClick={() => setSettling(true)}>
        Settle otherwise
      </Button>
      {isSettling && <SettleDialog refund={refund} amount={amount} onClose={() => setSettling(false)} />}
    </Row>
  )
}

type SettleDialogProps = { refund: RefundDetailOutput; amount: string; onClose: () => void }

function SettleDialog({ refund, amount, onClose }: SettleDialogProps) {
  const [resolution, setResolution] = useState<'paidOtherwise' | 'dropped'>('paidOtherwise')
  const [note, setNote] = useState('')
  const settle = useAdminMutation({
    area: 'orders',
    act: ({ orders }, typed: string) =>
      orders.resolveRefund.mutate({ refundId: refund.id, resolution, note: typed }),
    done: () => ({ title: 'Refund Settled', tone: 'good' }),
    failed: orderAdminMessages.refundFailed,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Settle ${amount} otherwise`}
      description="Stripe did not make this refund. What you paid another way is credited like any refund."
      keepOpenOutside
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '') settle.mutate(note.trim())
        }}
      >
        <RadioGroup
          legend="How"
          options={[
            { value: 'paidOtherwise', label: 'Paid to the buyer another way' },
            { value: 'dropped', label: 'Nothing more is owed' },
          ]}
          value={resolution}
          onValueChange={(value) => setResolution(value === 'dropped' ? 'dropped' : 'paidOtherwise')}
        />
        <Field label="Note" hint="How it was paid, or why it is not owed.">
          <Input required maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
        <DialogButtons>
          <CancelAndSubmit
            variant="danger"
            disabledWhy={note.trim() === '' && 'The note comes first.'}
            loading={settle.isPending}
          >
            Settle
          </CancelAndSubmit>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
