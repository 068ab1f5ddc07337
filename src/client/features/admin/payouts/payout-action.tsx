import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { formatPrice } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { AdminPayoutOutput } from '#shared/schemas/payouts.ts'
import { MarkPaidDialog, type PaidByWord } from './mark-paid-dialog.tsx'

type PayoutActionProps = { payout: AdminPayoutOutput; clubName: string; hasBankDetails: boolean }

/** Paid ⇄ pending, after a look at whom and how much. */
export function PayoutAction({ payout, clubName, hasBankDetails }: PayoutActionProps) {
  const [isAsking, setAsking] = useState(false)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const change = trpc.admin.setPayoutStatus.useMutation()

  const isPaid = payout.status === 'paid'
  const amount = formatPrice(payout.totalPayoutAmount, { sums: true })
  const what = `${amount} to ${clubName} for ${payout.quarterYear}`

  const vat =
    payout.vatAmount === '0.00' ? '' : `, ${formatPrice(payout.vatAmount, { sums: true })} VAT in it`

  async function turn(word: PaidByWord = {}) {
    const status = isPaid ? 'pending' : 'paid'
    try {
      const answer = await confirmed(() => change.mutateAsync({ id: payout.id, status, ...word }))
      if (answer === NOT_CONFIRMED) return
      const title = isPaid ? adminDashboardMessages.paymentReversed : adminDashboardMessages.paymentProcessed
      const description = [what, answer.warning].filter(Boolean).join('. ')
      toast({ title, description, tone: 'good' })
    } catch (error) {
      toastFailure(
        isPaid ? adminDashboardMessages.reversalFailed : adminDashboardMessages.paymentFailed,
        error,
      )
      // Refused for what it has become meanwhile: the list shows it.
      if (errorCode(error) === null) return
    }
    setAsking(false)
    commissionsChanged()
  }

  return (
    <>
      <Button
        size="sm"
        variant={isPaid ? 'quiet' : 'line'}
        aria-label={isPaid ? `Reverse the payment of ${what}` : `Mark as Paid: ${what}`}
        onClick={() => setAsking(true)}
      >
        {isPaid ? 'Reverse' : 'Mark as Paid'}
      </Button>
      {isAsking && !isPaid && (
        <MarkPaidDialog
          payout={payout}
          what={what}
          vat={vat}
          hasBankDetails={hasBankDetails}
          loading={change.isPending}
          onConfirm={(word) => void turn(word)}
          onClose={() => setAsking(false)}
        />
      )}
      <ConfirmDialog
        open={isAsking && isPaid}
        onOpenChange={setAsking}
        title="Reverse this payment?"
        confirmText="Reverse"
        danger
        loading={change.isPending}
        onConfirm={() => void turn()}
      >
        <p>
          <strong>{what}</strong>
          {vat}.
        </p>
        <p className="payout-question-line">
          It goes back to pending. The number of its document is kept. The email on it is withdrawn where it
          has not left. No money moves by this.
        </p>
      </ConfirmDialog>
    </>
  )
}
