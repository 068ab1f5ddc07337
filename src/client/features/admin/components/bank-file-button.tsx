import { useState } from 'react'
import type { BankFileOutput } from '#shared/schemas/payout-run.ts'
import { formatPrice } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { toastFailure } from '../failure-text.ts'
import { countPayouts, PROBLEM_WORDS } from '../payout-run.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { useCommissionsChanged } from '../use-commissions-changed.ts'

/** Makes the file for the bank, saves it, and names whoever is not in it. */
export function BankFileButton({ quarterYear }: { quarterYear: string }) {
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<BankFileOutput | null>(null)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const make = trpc.admin.exportBankFile.useMutation()

  async function run() {
    try {
      const file = await confirmed(() => make.mutateAsync({ quarterYear }))
      if (file === NOT_CONFIRMED) return
      if (file.payouts > 0) {
        saveFile(new Blob([file.content], { type: 'text/csv' }), file.filename)
        toast({ title: 'Bank File Made', description: sumOf(file), tone: 'good' })
      }
      if (file.refused.length > 0) setMade(file)
    } catch (error) {
      toastFailure('Failed to make the bank file', error)
    }
    setAsking(false)
    commissionsChanged()
  }

  return (
    <>
      <Button size="sm" aria-label={`Make bank file for ${quarterYear}`} onClick={() => setAsking(true)}>
        Make bank file
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Make the bank file for ${quarterYear}?`}
        confirmText="Make bank file"
        loading={make.isPending}
        onConfirm={() => void run()}
      >
        <p>
          It names every pending payout that can be paid: sort code, account, name, amount and reference. It
          holds bank details: delete it when your bank has read it.
        </p>
        <p className="mt-2">
          The payouts in it are frozen: a refund no longer changes them, and no second file names them. If you
          do not send it, unfreeze them.
        </p>
      </ConfirmDialog>
      {made && <LeftOut file={made} quarterYear={quarterYear} onClose={() => setMade(null)} />}
    </>
  )
}

function sumOf({ payouts, totalAmount }: BankFileOutput): string {
  return `${countPayouts(payouts)}, ${formatPrice(totalAmount, { sums: true })}.`
}

type LeftOutProps = { file: BankFileOutput; quarterYear: string; onClose: () => void }

function LeftOut({ file, quarterYear, onClose }: LeftOutProps) {
  const head = file.payouts === 0 ? 'Nobody is in it, so there is no file.' : `In the file: ${sumOf(file)}`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title={`Not in the bank file for ${quarterYear}`}
      description={`${head} Left out: ${countPayouts(file.refused.length)}.`}
    >
      <DataTable
        caption="Not in the bank file"
        rows={file.refused}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Referer', rowHeading: true, cell: ({ clubName }) => clubName },
          { heading: 'Amount', figure: true, cell: ({ amount }) => formatPrice(amount, { sums: true }) },
          { heading: 'Why', cell: ({ problem }) => PROBLEM_WORDS[problem] },
        ]}
      />
    </Dialog>
  )
}
