import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds, toPounds } from '#shared/money/money.ts'
import { PayQuarterDialog } from './pay-quarter-dialog.tsx'
import { countPayouts, type PayablePayouts } from './payout-run.ts'

/** Marks what the bank has sent for a quarter as paid, after a look at the sum. */
export function PayQuarterButton({ quarterYear }: { quarterYear: string }) {
  const [isAsking, setAsking] = useState(false)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const pay = trpc.admin.payQuarter.useMutation()

  async function run({ payouts, totalPence }: PayablePayouts, at: { paidAt?: string }) {
    const payoutIds = payouts.map(({ id }) => id)
    try {
      const wish = { quarterYear, payoutIds, totalAmount: toPounds(totalPence), ...at }
      const answer = await confirmed(() => pay.mutateAsync(wish))
      if (answer === NOT_CONFIRMED) return
      const what = `${countPayouts(answer.paid)} for ${quarterYear}, ${formatPounds(totalPence, { sums: true })}.`
      toast({ title: adminDashboardMessages.paymentProcessed, description: what, tone: 'good' })
    } catch (error) {
      toastFailure(adminDashboardMessages.paymentFailed, error)
      // Refused for what they have become meanwhile: the list shows it.
      if (errorCode(error) === null) return
    }
    setAsking(false)
    commissionsChanged()
  }

  return (
    <>
      <Button size="sm" aria-label={`Mark all as paid for ${quarterYear}`} onClick={() => setAsking(true)}>
        Mark all as paid
      </Button>
      {isAsking && (
        <PayQuarterDialog
          quarterYear={quarterYear}
          loading={pay.isPending}
          onConfirm={(payable, at) => void run(payable, at)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
