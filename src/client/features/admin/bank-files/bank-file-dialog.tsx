import type { ReactNode } from 'react'
import {
  countPayouts,
  nameablePayouts,
  type PayoutSum,
  PROBLEM_REMEDIES,
  PROBLEM_WORDS,
} from '#client/features/admin/payouts/payout-run.ts'
import { PayoutSumLine, RunQuestion } from '#client/features/admin/payouts/run-question.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import type { RunPayout } from '#shared/schemas/payout-run.ts'

type BankFileDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (named: PayoutSum) => void
  onClose: () => void
}

/** What the file will name, counted and summed up, before it is made. */
export function BankFileDialog({ quarterYear, loading, onConfirm, onClose }: BankFileDialogProps) {
  const title = (
    <>
      Make the bank file for <span className="one-line">{quarterYear}?</span>
    </>
  )
  return (
    <RunQuestion quarterYear={quarterYear} title={title} onClose={onClose}>
      {(run) => {
        const named = nameablePayouts(run)
        if (named.payouts.length === 0) return <NoPayee title={title} run={run} onClose={onClose} />
        return (
          <ConfirmDialog
            open
            onOpenChange={onClose}
            title={title}
            confirmText="Make bank file"
            loading={loading}
            onConfirm={() => onConfirm(named)}
          >
            <p>It names every pending payout that can be paid, with their bank details:</p>
            <PayoutSumLine {...named} />
            <Repeated payouts={named.payouts} />
            <LeftOut run={run} />
            <p className="payout-question-line">
              They are frozen: a refund no longer changes them, and no second file names them. The file is
              kept here and can be downloaded again: delete your copy when your bank has read it.
            </p>
          </ConfirmDialog>
        )
      }}
    </RunQuestion>
  )
}

function Repeated({ payouts }: { payouts: readonly RunPayout[] }) {
  const files = [...new Set(payouts.flatMap(({ earlierFile }) => earlierFile ?? []))]
  if (files.length === 0) return null
  const count = payouts.filter(({ earlierFile }) => earlierFile !== null).length
  return (
    <p className="payout-question-line">
      <strong>
        {countPayouts(count)} stood in {files.join(', ')} already. If your bank has that, this one pays{' '}
        {count === 1 ? 'it' : 'them'} twice.
      </strong>{' '}
      Its name says so.
    </p>
  )
}

type NoPayeeProps = { title: ReactNode; run: readonly RunPayout[]; onClose: () => void }

function NoPayee({ title, run, onClose }: NoPayeeProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <p>There is nobody to name in it.</p>
      <LeftOut run={run} />
    </Dialog>
  )
}

/** What keeps the others out, and where it is put right. */
function LeftOut({ run }: { run: readonly RunPayout[] }) {
  const problems = [...new Set(run.flatMap(({ problem }) => problem ?? []))]
  return problems.map((problem) => (
    <p key={problem} className="payout-question-line">
      {countPayouts(run.filter((payout) => payout.problem === problem).length)} left out:{' '}
      {PROBLEM_WORDS[problem]}. {PROBLEM_REMEDIES[problem]}
    </p>
  ))
}
