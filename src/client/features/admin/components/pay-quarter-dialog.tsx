import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money.ts'
import { sumInWords } from '#shared/sum-in-words.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { failureText } from '../failure-text.ts'
import { countPayouts, type PayablePayouts, payablePayouts } from '../payout-run.ts'

type PayQuarterDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (payable: PayablePayouts) => void
  onClose: () => void
}

/** The sum in figures and in words, before it is said to have been sent. */
export function PayQuarterDialog({ quarterYear, loading, onConfirm, onClose }: PayQuarterDialogProps) {
  // What is paid must be what stands there now.
  const run = trpc.admin.payoutRun.useQuery({ quarterYear }, { staleTime: 0, gcTime: 0 })
  const title = `Mark the payouts for ${quarterYear} as paid?`
  if (!run.data || run.isRefetching) {
    return (
      <Dialog open onOpenChange={onClose} title={title}>
        {run.isError ? (
          <Note tone="bad" actions={<Button onClick={() => void run.refetch()}>Try again</Button>}>
            {failureText(run.error, networkMessages.failed)}
          </Note>
        ) : (
          <Loading label={networkMessages.loading}>
            <Skeleton height="thumb" />
          </Loading>
        )}
      </Dialog>
    )
  }
  const payable = payablePayouts(run.data.payouts)
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
}

function Sum({ payouts, isFile, totalPence, leftOut }: PayablePayouts) {
  return (
    <>
      <p>{isFile ? 'The payouts in the bank file:' : 'Every payout that can be paid:'}</p>
      <p className="mt-2 text-h3">
        <strong>
          {countPayouts(payouts.length)}, {formatPounds(totalPence, { sums: true })}
        </strong>
      </p>
      <p className="sum-in-words">{sumInWords(totalPence)}.</p>
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
