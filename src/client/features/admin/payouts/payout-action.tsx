import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatSum } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/choice.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { type AdminPayoutOutput, paidNoteMaxLength } from '#shared/schemas/payouts.ts'
import { findDayError, londonToday, PaidDayField, paidAtOf } from './paid-day.tsx'

type PayoutActionProps = { payout: AdminPayoutOutput; clubName: string; hasBankDetails: boolean }

export function PayoutAction({ payout, clubName, hasBankDetails }: PayoutActionProps) {
  const [isConfirming, setConfirming] = useState(false)

  const isPaid = payout.status === 'paid'
  const amount = formatSum(payout.totalPayoutAmount)
  const what = `${amount} to ${clubName} for ${payout.quarterYear}`

  const vat = payout.vatAmount === '0.00' ? '' : `, ${formatSum(payout.vatAmount)} VAT in it`

  const close = () => setConfirming(false)
  const change = useAdminMutation({
    area: 'commissions',
    act: (admin, payment: Payment) =>
      admin.setPayoutStatus.mutate({ id: payout.id, status: isPaid ? 'pending' : 'paid', ...payment }),
    done: ({ warning }) => ({
      title: isPaid ? adminDashboardMessages.paymentReversed : adminDashboardMessages.paymentProcessed,
      description: [what, warning].filter(Boolean).join('. '),
      tone: 'good',
    }),
    failed: isPaid ? adminDashboardMessages.reversalFailed : adminDashboardMessages.paymentFailed,
    onDone: close,
    // Refused for what it has become meanwhile: the list shows it.
    onRefused: close,
  })

  return (
    <>
      <Button
        size="sm"
        variant={isPaid ? 'quiet' : 'line'}
        aria-label={isPaid ? `Reverse the payment of ${what}` : `Mark as Paid: ${what}`}
        onClick={() => setConfirming(true)}
      >
        {isPaid ? 'Reverse' : 'Mark as Paid'}
      </Button>
      {isConfirming && !isPaid && (
        <MarkPaidDialog
          payout={payout}
          what={what}
          vat={vat}
          hasBankDetails={hasBankDetails}
          loading={change.isPending}
          onConfirm={change.mutate}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={isConfirming && isPaid}
        onOpenChange={setConfirming}
        title="Reverse this payment?"
        confirmText="Reverse"
        danger
        loading={change.isPending}
        onConfirm={() => change.mutate({})}
      >
        <p>
          <strong>{what}</strong>
          {vat}.
        </p>
        <p className="payout-question-line">
          It goes back to pending. The number of its document is kept. The email on it is withdrawn where it
          has not left. No money moves by this.
        </p>
      </ConfirmDialog>
    </>
  )
}

type Payment = { paidAt?: string; paidHow?: 'bankTransfer' | 'other'; paidNote?: string }

type MarkPaidDialogProps = {
  payout: AdminPayoutOutput
  /** Amount, referer and quarter. */
  what: string
  vat: string
  hasBankDetails: boolean
  loading: boolean
  onConfirm: (payment: Payment) => void
  onClose: () => void
}

const WAYS = [
  { value: 'bankTransfer', label: 'By a bank transfer made by hand' },
  { value: 'other', label: 'Otherwise' },
]

function MarkPaidDialog(props: MarkPaidDialogProps) {
  const { payout, what, vat, hasBankDetails, loading, onConfirm, onClose } = props
  const [today] = useState(londonToday)
  const [day, setDay] = useState(today)
  const [how, setHow] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isInFile = payout.inBankFile
  const dayError = findDayError(day, today)
  const isHowOpen = !isInFile && how === ''
  const isNoteOpen = !isInFile && how === 'other' && note.trim() === ''

  function confirm() {
    setTried(true)
    if (dayError !== null || isHowOpen || isNoteOpen) return
    const at = paidAtOf(day, today)
    if (isInFile) return onConfirm(at)
    onConfirm(how === 'other' ? { ...at, paidHow: how, paidNote: note } : { ...at, paidHow: 'bankTransfer' })
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Mark this payout as paid?"
      confirmText="Mark as Paid"
      loading={loading}
      onConfirm={confirm}
    >
      <p>
        <strong>{what}</strong>
        {vat}.
      </p>
      {isInFile && <p className="payout-question-line">A bank file names it.</p>}
      {!isInFile && (
        <p className="payout-question-line">
          No bank file names it. {!hasBankDetails && <strong>{adminDashboardMessages.noBankDetails}</strong>}
        </p>
      )}
      {!isInFile && (
        <div className="payout-question-part">
          <RadioGroup
            legend="How was it paid?"
            options={WAYS}
            value={how}
            onValueChange={setHow}
            error={isTried && isHowOpen && 'Please say how it was paid.'}
          />
        </div>
      )}
      {!isInFile && how === 'other' && (
        <Field
          label="How"
          className="payout-question-part"
          error={isTried && isNoteOpen && 'Please say how.'}
        >
          <Input
            value={note}
            maxLength={paidNoteMaxLength}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
      )}
      <PaidDayField day={day} today={today} error={isTried ? dayError : null} onDayChange={setDay} />
      <p className="payout-question-part">
        Do this when the money has gone: none moves by this. The referer gets an email with the document.
      </p>
    </ConfirmDialog>
  )
}
