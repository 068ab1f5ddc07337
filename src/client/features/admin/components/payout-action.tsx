import { useState } from 'react'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { PayoutOutput } from '#shared/schemas/referer.ts'
import { errorCode } from '../../../lib/error-text.ts'
import { formatPrice } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { toastFailure } from '../failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { useCommissionsChanged } from '../use-commissions-changed.ts'

type PayoutActionProps = { payout: PayoutOutput; clubName: string }

/** Paid ⇄ pending, after a look at whom and how much. */
export function PayoutAction({ payout, clubName }: PayoutActionProps) {
  const [isAsking, setAsking] = useState(false)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const change = trpc.admin.setPayoutStatus.useMutation()

  const isPaid = payout.status === 'paid'
  const amount = formatPrice(payout.totalPayoutAmount, { sums: true })
  const what = `${amount} to ${clubName} for ${payout.quarterYear}`

  async function turn() {
    const status = isPaid ? 'pending' : 'paid'
    try {
      const answer = await confirmed(() => change.mutateAsync({ id: payout.id, status }))
      if (answer === NOT_CONFIRMED) return
      const title = isPaid ? adminDashboardMessages.paymentReversed : adminDashboardMessages.paymentProcessed
      toast({ title, description: what, tone: 'good' })
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
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isPaid ? 'Reverse this payment?' : 'Mark this payout as paid?'}
        confirmText={isPaid ? 'Reverse' : 'Mark as Paid'}
        danger={isPaid}
        loading={change.isPending}
        onConfirm={() => void turn()}
      >
        <p>
          <strong>{what}</strong>
          {payout.vatAmount !== '0.00' && `, ${formatPrice(payout.vatAmount, { sums: true })} VAT in it`}.
        </p>
        <p className="mt-2">
          {isPaid
            ? 'It goes back to pending. The number of its document is kept. No money moves by this.'
            : 'Do this when the bank has sent it: no money moves by this. The referer can then download the document.'}
        </p>
      </ConfirmDialog>
    </>
  )
}
