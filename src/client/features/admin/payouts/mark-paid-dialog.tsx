import { useState } from 'react'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { type AdminPayoutOutput, paidNoteMaxLength } from '#shared/schemas/payouts.ts'
import { findDayError, londonToday, paidAtOf } from './paid-day.ts'
import { PaidDayField } from './paid-day-field.tsx'

export type PaidByWord = { paidAt?: string; paidHow?: 'bankTransfer' | 'other'; paidNote?: string }

type MarkPaidDialogProps = {
  payout: AdminPayoutOutput
  /** Amount, referer and quarter. */
  what: string
  vat: string
  hasBankDetails: boolean
  loading: boolean
  onConfirm: (word: PaidByWord) => void
  onClose: () => void
}

const WAYS = [
  { value: 'bankTransfer', label: 'By a bank transfer made by hand' },
  { value: 'other', label: 'Otherwise' },
]

/** When a payout was paid, and how, where no bank file says it. */
export function MarkPaidDialog(props: MarkPaidDialogProps) {
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
