import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { countPayouts, type PayablePayouts, payablePayouts } from '../payout-run.ts'
import { PayoutSumLine, RunQuestion } from './run-question.tsx'

type PayQuarterDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (payable: PayablePayouts) => void
  onClose: () => void
}

/** The sum in figures and in words, before it is said to have been sent. */
export function PayQuarterDialog({ quarterYear, loading, onConfirm, onClose }: PayQuarterDialogProps) {
  const title = `Mark the payouts for ${quarterYear} as paid?`
  return (
    <RunQuestion quarterYear={quarterYear} title={title} onClose={onClose}>
      {(run) => {
        const payable = payablePayouts(run)
        if (payable.payouts.length === 0) {
          return (
            <Dialog open onOpenChange={onClose} title={title}>
              <p>None of them can be paid yet: their bank details are missing, or changed and not checked.</p>
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
            onConfirm={() => onConfirm(payable)}
          >
            <Sum {...payable} />
          </ConfirmDialog>
        )
      }}
    </RunQuestion>
  )
}

function Sum(payable: PayablePayouts) {
  const { isFile, leftOut } = payable
  return (
    <>
      <p>{isFile ? 'The payouts in the bank file:' : 'Every payout that can be paid:'}</p>
      <PayoutSumLine {...payable} />
      {leftOut.length > 0 && (
        <p className="mt-2">
          {countPayouts(leftOut.length)} {leftOut.length === 1 ? 'stays' : 'stay'} pending:{' '}
          {isFile ? 'not in the file, or bank details not checked.' : 'bank details missing or not checked.'}
        </p>
      )}
      <p className="mt-2">
        Do this when the bank has sent it: no money moves by this. Each referer gets an email with the
        document.
      </p>
    </>
  )
}
