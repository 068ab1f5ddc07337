import { type FormEvent, useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogButtons, DialogClose } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { formatPounds, zeroPence } from '#shared/money/money.ts'
import { leftToRefund, quoteRefund, type RefundChoice } from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderLineChoice } from './order-line-choice.tsx'
import { refundableOf, seenBack, typedPence, wireWish } from './order-refund.ts'
import { OrderRefundDetails } from './order-refund-details.tsx'
import { OrderRefundSums } from './order-refund-sums.tsx'
import { refundNotice } from './refund-notice.ts'

type OrderRefundDialogProps = { detail: OrderDetailOutput; onClose: () => void }

/** The facts a fair decision needs, the decision, and what it comes to, before any money moves. */
export function OrderRefundDialog({ detail, onClose }: OrderRefundDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Refund an order"
      description="Money goes back the way it came. The buyer is told by email, with a credit note."
      width="wide"
      keepOpenOutside
    >
      <OrderRefundDetails detail={detail} />
      <RefundForm detail={detail} onClose={onClose} />
    </Dialog>
  )
}

function RefundForm({ detail, onClose }: OrderRefundDialogProps) {
  const [kind, setKind] = useState<'films' | 'amount'>('films')
  const [lineIds, setLineIds] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const [isAmountLeft, setAmountLeft] = useState(false)
  const order = refundableOf(detail)
  // The button is disabled without an amount: what is wrong with one is said when its box is left.
  const saysAmount = isTried || (isAmountLeft && typed.trim() !== '')
  const wish: RefundChoice = kind === 'films' ? { lineIds } : { amountPence: typedPence(typed) ?? zeroPence }
  const quote = quoteRefund(order, wish)
  const refund = useAdminMutation({
    area: 'orders',
    act: ({ orders }, input: { wish: RefundChoice; seenBack: string; reason: string }) =>
      orders.refund.mutate({ ...input, orderId: detail.id, wish: wireWish(input.wish) }),
    done: ({ status }) =>
      refundNotice(
        status,
        quote ? `${formatPounds(quote.amountPence, { sums: true })} to ${detail.student.email}` : '',
      ),
    failed: orderAdminMessages.refundFailed,
    onDone: onClose,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (quote && reason.trim() !== '')
      refund.mutate({ wish, seenBack: seenBack(order), reason: reason.trim() })
  }

  return (
    <form className="form" noValidate onSubmit={submit}>
      <RadioGroup
        legend="Refund"
        options={[
          { value: 'films', label: 'Whole films: their access ends' },
          { value: 'amount', label: 'An amount: every film stays open' },
        ]}
        value={kind}
        onValueChange={(value) => setKind(value === 'amount' ? 'amount' : 'films')}
      />
      {kind === 'films' ? (
        <OrderLineChoice
          legend="Films to refund"
          lines={detail.lines}
          chosen={lineIds}
          onChange={setLineIds}
        />
      ) : (
        <Field
          label="Amount, £"
          hint={`${formatPounds(leftToRefund(order), { sums: true })} at most.`}
          error={saysAmount && typedPence(typed) === null && orderAdminMessages.amountInvalid}
        >
          <Input
            look="sum"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => setAmountLeft(true)}
          />
        </Field>
      )}
      <Field
        label="Reason"
        hint="Printed on the credit note, where the buyer reads it."
        error={isTried && reason.trim() === '' && orderAdminMessages.reasonRequired}
      >
        <Input required maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <OrderRefundSums detail={detail} quote={quote} />
      <DialogButtons>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="danger" disabled={quote === null} loading={refund.isPending}>
          {quote ? `Refund ${formatPounds(quote.amountPence, { sums: true })}` : 'Refund'}
        </Button>
      </DialogButtons>
    </form>
  )
}
