import { type ReactNode, useState } from 'react'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { londonToday } from '#client/features/admin/payouts/paid-day.tsx'
import {
  nameablePayouts,
  type PayoutSum,
  PayoutSumLine,
  PROBLEM_LABELS,
  PROBLEM_REMEDIES,
  RunQuestion,
  saveBankFile,
} from '#client/features/admin/payouts/payout-run.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { noonOfLondonDate } from '#shared/calendar/calendar.ts'
import { LAYOUT_NEEDS } from '#shared/commission/bank-layouts.ts'
import { LAYOUT_NAMES } from '#shared/messages/bank-files.ts'
import { toPounds } from '#shared/money/money.ts'
import type { BankFileOutput, RunPayout } from '#shared/schemas/payout-run.ts'

/** What is asked for, and the day on which the bank is to pay where its layout names one. */
type Question = { totalPence: PayoutSum['totalPence']; at: { payOn?: string } }

type BankFileButtonProps = {
  quarterYear: string
  /** The one next step of the page. */
  isNext: boolean
}

export function BankFileButton({ quarterYear, isNext }: BankFileButtonProps) {
  const [isConfirming, setConfirming] = useState(false)
  const [made, setMade] = useState<BankFileOutput | null>(null)
  const make = useAdminMutation({
    area: 'commissions',
    act: (admin, { totalPence, at }: Question) =>
      admin.exportBankFile.mutate({ quarterYear, totalAmount: toPounds(totalPence), ...at }),
    failed: 'Failed to make the bank file',
    onDone(file) {
      for (const one of file.files) saveBankFile(one)
      if (file.files.length > 0) {
        const title = file.files.length === 1 ? 'Bank File Made' : `${file.files.length} Bank Files Made`
        toast({ title, description: sumOf(file), tone: 'good' })
      }
      if (file.refused.length > 0) setMade(file)
    },
    onSettled: () => setConfirming(false),
  })

  return (
    <>
      <Button
        size="sm"
        variant={isNext ? 'go' : 'line'}
        aria-label={`Make bank file for ${quarterYear}`}
        onClick={() => setConfirming(true)}
      >
        Make bank file
      </Button>
      {isConfirming && (
        <BankFileDialog
          quarterYear={quarterYear}
          loading={make.isPending}
          onConfirm={make.mutate}
          onClose={() => setConfirming(false)}
        />
      )}
      {made && <LeftOut file={made} quarterYear={quarterYear} onClose={() => setMade(null)} />}
    </>
  )
}

function sumOf({ payouts, totalAmount }: BankFileOutput): string {
  return `${countPayouts(payouts)}, ${formatSum(totalAmount)}.`
}

function LeftOut(props: { file: BankFileOutput; quarterYear: string; onClose: () => void }) {
  const { file, quarterYear, onClose } = props
  const head = file.payouts === 0 ? 'Nobody is in it, so there is no file.' : `In the file: ${sumOf(file)}`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={
        <>
          Not in the bank file for <span className="one-line">{quarterYear}</span>
        </>
      }
      description={`${head} Left out: ${countPayouts(file.refused.length)}.`}
    >
      <DataTable
        caption="Not in the bank file"
        rows={file.refused}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Referer', rowHeading: true, cell: ({ clubName }) => clubName },
          { heading: 'Amount', figure: true, cell: ({ amount }) => formatSum(amount) },
          {
            heading: 'Why',
            cell: ({ problem }) => (
              <span className="table-text">
                {PROBLEM_LABELS[problem]}. {PROBLEM_REMEDIES[problem]}
              </span>
            ),
          },
        ]}
      />
    </Dialog>
  )
}

type BankFileDialogProps = {
  quarterYear: string
  loading: boolean
  onConfirm: (question: Question) => void
  onClose: () => void
}

function BankFileDialog({ quarterYear, loading, onConfirm, onClose }: BankFileDialogProps) {
  const [today] = useState(londonToday)
  const [day, setDay] = useState(today)
  const { layout = 'generic' } = trpc.admin.sellerAccount.useQuery().data ?? {}
  const hasDay = LAYOUT_NEEDS[layout].account
  const noon = hasDay && day > today ? noonOfLondonDate(day) : null
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
            onConfirm={() =>
              onConfirm({
                totalPence: named.totalPence,
                at: noon === null ? {} : { payOn: noon.toISOString() },
              })
            }
          >
            <p>It names every pending payout that can be paid, with their bank details:</p>
            <PayoutSumLine {...named} />
            <Repeated payouts={named.payouts} />
            <LeftOutReasons run={run} />
            <p className="payout-question-line">Layout: {LAYOUT_NAMES[layout]}.</p>
            {hasDay && (
              <Field label="The bank pays on" className="payout-question-part">
                <Input
                  type="date"
                  look="short"
                  required
                  min={today}
                  value={day}
                  onChange={({ target }) => setDay(target.value)}
                />
              </Field>
            )}
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
      <LeftOutReasons run={run} />
    </Dialog>
  )
}

function LeftOutReasons({ run }: { run: readonly RunPayout[] }) {
  const problems = [...new Set(run.flatMap(({ problem }) => problem ?? []))]
  return problems.map((problem) => (
    <p key={problem} className="payout-question-line">
      {countPayouts(run.filter((payout) => payout.problem === problem).length)} left out:{' '}
      {PROBLEM_LABELS[problem]}. {PROBLEM_REMEDIES[problem]}
    </p>
  ))
}
