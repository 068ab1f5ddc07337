import type { ReactNode } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'
import type { RunPayout } from '#shared/schemas/payout-run.ts'
import { countPayouts, type PayoutSum } from './payout-run.ts'

type RunQuestionProps = {
  quarterYear: string
  title: ReactNode
  onClose: () => void
  /** The question itself, about the payouts as they are now. */
  children: (payouts: readonly RunPayout[]) => ReactNode
}

/** A question about a quarter's payouts: it is put once they were asked for again. */
export function RunQuestion({ quarterYear, title, onClose, children }: RunQuestionProps) {
  // What is agreed to must be what stands there now.
  const run = trpc.admin.payoutRun.useQuery({ quarterYear }, { staleTime: 0, gcTime: 0 })
  if (run.data && !run.isRefetching) return children(run.data.payouts)
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      {run.isError ? (
        <FailedPart query={run} />
      ) : (
        <Loading label={networkMessages.loading}>
          <Skeleton height="thumb" />
        </Loading>
      )}
    </Dialog>
  )
}

/** How many and how much, in figures and in words. */
export function PayoutSumLine({ payouts, totalPence }: PayoutSum) {
  return (
    <>
      <p className="payout-question-line payout-sum">
        <strong>
          {countPayouts(payouts.length)}, {formatPounds(totalPence, { sums: true })}
        </strong>
      </p>
      <p className="sum-in-words">{sumInWords(totalPence)}.</p>
    </>
  )
}
