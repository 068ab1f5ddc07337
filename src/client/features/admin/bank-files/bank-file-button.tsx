import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import {
  countPayouts,
  type PayoutSum,
  PROBLEM_REMEDIES,
  PROBLEM_WORDS,
  saveBankFile,
} from '#client/features/admin/payouts/payout-run.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { formatPrice } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toPounds } from '#shared/money/money.ts'
import type { BankFileOutput } from '#shared/schemas/payout-run.ts'
import { BankFileDialog } from './bank-file-dialog.tsx'

/** Makes the file for the bank, saves it, and names the referers it leaves out. */
export function BankFileButton({ quarterYear }: { quarterYear: string }) {
  const [isAsking, setAsking] = useState(false)
  const [made, setMade] = useState<BankFileOutput | null>(null)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const make = trpc.admin.exportBankFile.useMutation()

  async function run({ totalPence }: PayoutSum) {
    try {
      const wish = { quarterYear, totalAmount: toPounds(totalPence) }
      const file = await confirmed(() => make.mutateAsync(wish))
      if (file === NOT_CONFIRMED) return
      if (file.filename !== null) {
        saveBankFile({ filename: file.filename, content: file.content })
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
      {isAsking && (
        <BankFileDialog
          quarterYear={quarterYear}
          loading={make.isPending}
          onConfirm={(named) => void run(named)}
          onClose={() => setAsking(false)}
        />
      )}
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
          { heading: 'Amount', figure: true, cell: ({ amount }) => formatPrice(amount, { sums: true }) },
          {
            heading: 'Why',
            cell: ({ problem }) => (
              <span className="table-text">
                {PROBLEM_WORDS[problem]}. {PROBLEM_REMEDIES[problem]}
              </span>
            ),
          },
        ]}
      />
    </Dialog>
  )
}
