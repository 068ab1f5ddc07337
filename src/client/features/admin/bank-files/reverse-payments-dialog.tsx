import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { countPayouts } from '#client/features/admin/payouts/payout-run.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { formatPrice } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { parsePounds } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'
import type { BankFilesOutput } from '#shared/schemas/payout-run.ts'

type ReversePaymentsDialogProps = { file: BankFilesOutput[number]; onClose: () => void }

/** Takes back every payment of a bank file, after a look at the sum. */
export function ReversePaymentsDialog({ file, onClose }: ReversePaymentsDialogProps) {
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const reverse = trpc.admin.reversePayments.useMutation()
  const what = `${countPayouts(file.paid)}, ${formatPrice(file.paidAmount, { sums: true })}`

  async function run() {
    try {
      const wish = { bankFileId: file.id, totalAmount: file.paidAmount }
      if ((await confirmed(() => reverse.mutateAsync(wish))) === NOT_CONFIRMED) return
      toast({ title: adminDashboardMessages.paymentReversed, description: `${what}.`, tone: 'good' })
    } catch (error) {
      toastFailure(adminDashboardMessages.reversalFailed, error)
    }
    onClose()
    commissionsChanged()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Take back the payments of ${file.filename}?`}
      confirmText={`Take back ${file.paid}`}
      danger
      loading={reverse.isPending}
      onConfirm={() => void run()}
    >
      <p className="payout-sum">
        <strong>{what}</strong>
      </p>
      <p className="sum-in-words">{sumInWords(parsePounds(file.paidAmount))}.</p>
      <p className="payout-question-line">
        They go back to pending, stay in the file and keep the numbers of their documents. Emails that have
        not left are withdrawn; those that have are not called back. No money moves by this.
      </p>
    </ConfirmDialog>
  )
}
