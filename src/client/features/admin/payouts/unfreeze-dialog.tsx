import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { toPounds } from '#shared/money/money.ts'
import { countPayouts, type PayoutSum } from './payout-run.ts'
import { PayoutSumLine } from './run-question.tsx'

type UnfreezeDialogProps = { quarterYear: string; frozen: PayoutSum; onClose: () => void }

/** Takes payouts out of their file, after a look at what another one would pay twice. */
export function UnfreezeDialog({ quarterYear, frozen, onClose }: UnfreezeDialogProps) {
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const change = trpc.admin.unfreezePayouts.useMutation()
  const payoutIds = frozen.payouts.map(({ id }) => id)
  const [only] = frozen.payouts.length === 1 ? frozen.payouts : []

  async function unfreeze() {
    try {
      const wish = { quarterYear, payoutIds, totalAmount: toPounds(frozen.totalPence) }
      const answer = await confirmed(() => change.mutateAsync(wish))
      if (answer === NOT_CONFIRMED) return
      toast({
        title: 'Payouts Unfrozen',
        description: `${countPayouts(answer.payouts)} of ${quarterYear}.`,
        tone: 'good',
      })
    } catch (error) {
      toastFailure('Failed to unfreeze', error)
    }
    onClose()
    commissionsChanged()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        only ? (
          `Unfreeze the payout to ${only.clubName}?`
        ) : (
          <>
            Unfreeze the payouts of <span className="one-line">{quarterYear}?</span>
          </>
        )
      }
      confirmText={`Unfreeze ${payoutIds.length}`}
      danger
      loading={change.isPending}
      onConfirm={() => void unfreeze()}
    >
      <p>{only ? 'It stands' : 'They stand'} in a bank file:</p>
      <PayoutSumLine {...frozen} />
      <p className="payout-question-line">
        <strong>
          The next file names {only ? 'it' : 'them'} again. If your bank has this one,{' '}
          {only ? 'it is' : 'they are'} paid twice.
        </strong>{' '}
        Unfreeze only what was never sent, or what your bank refused.
      </p>
    </ConfirmDialog>
  )
}
