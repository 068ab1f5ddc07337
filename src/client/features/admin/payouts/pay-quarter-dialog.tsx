import { useState } from 'react'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { findDayError, londonToday, paidAtOf } from './paid-day.ts'
import { PaidDayField } from './paid-day-field.tsx'
import { countPayouts, type PayablePayouts, payablePayouts } from './payout-run.ts'
import { PayoutSumLine, RunQuestion } from './run-question.tsx'

type PayQuarterDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (payable: PayablePayouts, at: { paidAt?: string }) => void
  onClose: () => void
}

/** The sum in figures and in words, before it is said to have been sent, and when that was. */
export function PayQuarterDialog({ quarterYear, loading, onConfirm, onClose }: PayQuarterDialogProps) {
  const [today] = useState(londonToday)
  const [day, setDay] = useState(today)
  const dayError = findDayError(day, today)
  const title = (
    <>
      Mark the payouts for <span className="one-line">{quarterYear}</span> as paid?
    </>
  )
  return (
    <RunQuestion quarterYear={quarterYear} title={title} onClose={onClose}>
      {(run) => {
        const payable = payablePayouts(run)
        if (payable.payouts.length === 0) {
          return (
            <Dialog open onOpenChange={onClose} title={title}>
              <p>
                No bank file names one of them that can be paid. Make the file first, or mark a referer’s
                payout as paid in their quarters below: there you say how it was paid.
              </p>
            </Dialog>
          )
        }
        return (
          <ConfirmDialog
            open
            onOpenChange={onClose}
            title={title}
            confirmText={`Mark ${payable.payouts.length} as paid`}
            loading={loading}
            onConfirm={() => dayError === null && onConfirm(payable, paidAtOf(day, today))}
          >
            <Sum {...payable} />
            <PaidDayField day={day} today={today} error={dayError} onDayChange={setDay} />
            <p className="payout-question-part">
              Do this when the bank has sent it: no money moves by this. Each referer gets an email with the
              document.
            </p>
          </ConfirmDialog>
        )
      }}
    </RunQuestion>
  )
}

function Sum({ leftOut, ...payable }: PayablePayouts) {
  return (
    <>
      <p>The payouts in a bank file:</p>
      <PayoutSumLine {...payable} />
      {leftOut.length > 0 && (
        <p className="payout-question-line">
          {countPayouts(leftOut.length)} {leftOut.length === 1 ? 'stays' : 'stay'} pending: in no file, or not
          checked.
        </p>
      )}
    </>
  )
}
