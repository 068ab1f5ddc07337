import { type FormEvent, useState } from 'react'
import { cancellationLabel, DISPUTE_STATES } from '#client/features/admin/orders/order-labels.ts'
import { CancelAndSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatRate, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { RadioGroup } from '#client/ui/choice.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { Dialog, DialogButtons } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { formatPounds, type Pence, parsePounds, sumPence, zeroPence } from '#shared/money/money.ts'
import {
  leftToRefund,
  quoteRefund,
  type RefundChoice,
  type RefundQuote,
} from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderAmountField } from './order-amount-field.tsx'
import { OrderLineChoice } from './order-line-choice.tsx'
import { refundableOf, refundNotice, seenBack, typedPence, wireChoice } from './order-refund.ts'

type OrderRefundDialogProps = { detail: OrderDetailOutput; onClose: () => void }

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
  const [lineIds, setLineIds] = useState<readonly string[]>(() => onlyChoice(detail))
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const order = refundableOf(detail)
  const choice: RefundChoice =
    kind === 'films' ? { lineIds } : { amountPence: typedPence(typed) ?? zeroPence }
  const quote = quoteRefund(order, choice)
  const refund = useAdminMutation({
    area: 'orders',
    act: (
      { orders },
      { choice: picked, ...input }: { choice: RefundChoice; seenBack: string; reason: string },
    ) => orders.refund.mutate({ ...input, orderId: detail.id, wish: wireChoice(picked) }),
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
      refund.mutate({ choice, seenBack: seenBack(order), reason: reason.trim() })
  }

  return (
    <form className="form refund-form" noValidate onSubmit={submit}>
      <RadioGroup
        legend="Refund"
        options={[
          { value: 'films', label: 'Whole films: their access ends' },
          { value: 'amount', label: 'An amount: every film stays open' },
        ]}
        value={kind}
        onValueChange={(value) => {
          setKind(value === 'amount' ? 'amount' : 'films')
          setTried(false)
        }}
      />
      {kind === 'films' ? (
        <OrderLineChoice
          legend="Films to refund"
          lines={detail.lines}
          chosen={lineIds}
          onChange={setLineIds}
        />
      ) : (
        <OrderAmountField typed={typed} onType={setTyped} leftPence={leftToRefund(order)} isTried={isTried} />
      )}
      <Field
        label="Reason"
        hint="Printed on the credit note, where the buyer reads it."
        error={isTried && reason.trim() === '' && orderAdminMessages.reasonRequired}
      >
        <Input required maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Field>
      <AccessNote detail={detail} quote={quote} />
      <DialogButtons>
        <RefundSums detail={detail} quote={quote} />
        <CancelAndSubmit
          variant="danger"
          disabledWhy={quote === null && whyNothing(kind, leftToRefund(order))}
          loading={refund.isPending}
        >
          {quote ? `Refund ${formatPounds(quote.amountPence, { sums: true })}` : 'Refund'}
        </CancelAndSubmit>
      </DialogButtons>
    </form>
  )
}

/** The one video whose money did not go back yet; where there are more, the admin chooses. */
function onlyChoice({ lines }: OrderDetailOutput): string[] {
  const left = lines.filter(({ refund }) => refund === 'none').map(({ id }) => id)
  return left.length === 1 ? left : []
}

function OrderRefundDetails({ detail }: { detail: OrderDetailOutput }) {
  const { paidAt, createdAt, cancellation, credited, asked, total, lines, disputes, refunds } = detail
  const begun = lines.filter(({ watched }) => watched !== null)
  const completed = begun.filter(({ watched }) => watched?.completed)
  const failed = refunds.filter(({ canResolve }) => canResolve)
  const failedPence = sumPence(failed.map(({ amount }) => parsePounds(amount)))
  return (
    <KeyValues
      details={detailsOf([
        ['Bought', formatShortMinute(paidAt ?? createdAt)],
        ['Right to cancel', cancellationLabel(cancellation)],
        // Of a single video its line below says it.
        [
          'Watched',
          begun.length === 0
            ? 'Nothing yet'
            : lines.length > 1 &&
              `${begun.length} of ${lines.length} begun, ${completed.length} to the end${minutesIn(begun)}`,
        ],
        [
          'Refunded before',
          credited === '0.00' ? 'Nothing' : `${formatSum(credited)} of ${formatSum(total)}`,
        ],
        // Both may still reach the buyer: another refund could pay the same twice.
        ['Asked for', asked !== '0.00' && `${formatSum(asked)}, not made yet`],
        ['Failed', failed.length > 0 && `${formatPounds(failedPence, { sums: true })}, not settled yet`],
        ['Disputes', disputes.map(({ status }) => DISPUTE_STATES[status].label).join(', ')],
      ])}
    />
  )
}

/** Of videos whose minutes are recorded; '' where none are. */
function minutesIn(lines: OrderDetailOutput['lines']): string {
  const seconds = lines.flatMap(({ watched }) => watched?.watchedSeconds ?? [])
  return seconds.length === 0
    ? ''
    : `, ${Math.ceil(seconds.reduce((sum, one) => sum + one, 0) / 60)} min in all`
}

type QuoteProps = { detail: OrderDetailOutput; quote: RefundQuote | null }

const money = (amount: Pence) => formatPounds(amount, { sums: true })

function whyNothing(kind: 'films' | 'amount', left: Pence): string {
  return kind === 'films'
    ? 'A film to refund comes first.'
    : `An amount of ${money(left)} at most comes first.`
}

/** What the refund comes to, by the same rules that the server books it with. */
export function refundSums(detail: OrderDetailOutput, quote: RefundQuote): MoneyRow[] {
  const { referral } = detail
  return [
    { label: 'To the buyer', amount: money(quote.amountPence) },
    { label: `VAT in it, ${formatRate(detail.vatRate)}`, amount: money(quote.vatPence), kind: 'quiet' },
    ...(referral && quote.commissionBackPence > 0
      ? [{ label: `Taken back from ${referral.club}`, amount: money(quote.commissionBackPence) }]
      : []),
    { label: 'Left of the order', amount: money(quote.leftPence) },
  ]
}

/** The sums stay in sight beside the buttons; what listens for them is there before them. */
function RefundSums({ detail, quote }: QuoteProps) {
  return (
    <div className="refund-sums" aria-live="polite">
      {quote && <MoneyRows rows={refundSums(detail, quote)} />}
    </div>
  )
}

/** Which videos close with it. */
export function AccessNote({ detail, quote }: QuoteProps) {
  if (!quote) return null
  const closed = detail.lines.filter(({ id }) => quote.closedLineIds.includes(id)).map(({ title }) => title)
  return (
    <p className="small">
      {closed.length > 0 ? `Access ends: ${closed.join(', ')}.` : 'No access ends.'} Stripe keeps its card
      fee.
    </p>
  )
}
