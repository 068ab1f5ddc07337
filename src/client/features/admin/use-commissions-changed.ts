import { trpc } from '#client/lib/trpc.ts'

/**
 * Gives a function that asks again for all that is made of commission, wherever it is shown: sums, quarters, payouts
 * and whether they can be paid. A refund, a payout, a bank account and the end of an agreement change it.
 */
export function useCommissionsChanged(): () => void {
  const { admin } = trpc.useUtils()
  return () => {
    void admin.referersSummary.invalidate()
    void admin.refererQuarters.invalidate()
    void admin.refererPayouts.invalidate()
    void admin.unprocessedQuarters.invalidate()
    void admin.payoutRuns.invalidate()
    void admin.payoutRun.invalidate()
    void admin.bankFiles.invalidate()
  }
}
