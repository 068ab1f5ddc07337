import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatSum } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { toPounds } from '#shared/money/money.ts'
import { countPayouts } from './count-payouts.ts'
import { findDayError, londonToday, PaidDayField, paidAtOf } from './paid-day.tsx'
import { type PayablePayouts, PayoutSumLine, payablePayouts, RunQuestion } from './payout-run.tsx'

type PayQuarterButtonProps = {
  quarterYear: string
  /** Payouts that a bank file names. */
  exported: number
  /** The one next step of the page, once there is a file. */
  isNext: boolean
}

export function PayQuarterButton({ quarterYear, exported, isNext }: PayQuarterButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const pay = useAdminMutation({
    area: 'commissions',
    async act(admin, { payable, at }: { payable: PayablePayouts; at: { paidAt?: string } }) {
      const payoutIds = payable.payouts.map(({ id }) => id)
      const totalAmount = toPounds(payable.totalPence)
      const { paid } = await admin.payQuarter.mutate({ quarterYear, payoutIds, totalAmount, ...at })
      return `${countPayouts(paid)} for ${quarterYear}, ${formatSum(totalAmount)}.`
    },
    done: (what) => ({ title: adminDashboardMessages.paymentProcessed, description: what, tone: 'good' }),
    failed: adminDashboardMessages.paymentFailed,
    onDone: close,
    // Refused for what they have become meanwhile: the list shows it.
    onRefused: close,
  })

  return (
    <>
      <Button
        size="sm"
        variant={isNext && exported > 0 ? 'go' : 'line'}
        aria-label={`Mark all as paid for ${quarterYear}`}
        disabledWhy={exported === 0 && 'No bank file names one of them yet.'}
        onClick={() => setConfirming(true)}
      >
        Mark all as paid
      </Button>
      {isConfirming && (
        <PayQuarterDialog
          quarterYear={quarterYear}
          loading={pay.isPending}
          onConfirm={(payable, at) => pay.mutate({ payable, at })}
          onClose={close}
        />
      )}
    </>
  )
}

type PayQuarterDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (payable: PayablePayouts, at: { paidAt?: string }) => void
  onClose: () => void
}

function PayQuarterDialog({ quarterYear, loading, onConfirm, onClose }: PayQuarterDialogProps) {
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
                payout as paid under Clubs, in their quarters: there you say how it was paid.
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
