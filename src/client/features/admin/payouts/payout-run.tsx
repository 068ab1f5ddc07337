import type { ReactNode } from 'react'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { saveFile } from '#client/lib/save-file.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { formatPounds, type Pence, parsePounds, sumPence } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'
import type { PayoutProblem, RunPayout } from '#shared/schemas/payout-run.ts'
import { countPayouts } from './count-payouts.ts'

export const PROBLEM_LABELS: Readonly<Record<PayoutProblem, string>> = {
  noBankDetails: 'No bank details, or not whole',
  bankUnreviewed: 'Bank details changed and not checked yet',
  vatUnreviewed: 'VAT registration new or changed, not checked yet',
  exported: 'In a bank file already',
}

/** Where each is put right. */
export const PROBLEM_REMEDIES: Readonly<Record<PayoutProblem, string>> = {
  noBankDetails: 'Enter them under Clubs, Edit details.',
  bankUnreviewed: 'Check them on this page.',
  vatUnreviewed: 'Look the number up, on this page.',
  exported: 'Mark them as paid, or unfreeze what was never sent.',
}

/** Payouts and what they come to. */
export type PayoutSum = { payouts: readonly RunPayout[]; totalPence: Pence }

export function sumOf(payouts: readonly RunPayout[]): PayoutSum {
  return { payouts, totalPence: sumPence(payouts.map(({ amount }) => parsePounds(amount))) }
}

/** What a bank file made now would name. */
export function nameablePayouts(run: readonly RunPayout[]): PayoutSum {
  return sumOf(run.filter(({ problem }) => problem === null))
}

export type PayablePayouts = PayoutSum & {
  /** Pending ones that stay so. */
  leftOut: RunPayout[]
}

/** What "all paid" pays: the payouts that a bank file names, and nothing the bank was not told of. */
export function payablePayouts(run: readonly RunPayout[]): PayablePayouts {
  const payouts = run.filter(({ exportedAt, problem }) => exportedAt !== null && problem === 'exported')
  return { ...sumOf(payouts), leftOut: run.filter((payout) => !payouts.includes(payout)) }
}

/** Hands a bank file to the browser, the bytes as they came. */
export function saveBankFile({ filename, content }: { filename: string; content: string }): void {
  saveFile(new Blob([content], { type: 'text/csv' }), filename)
}

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
      <Fetched query={{ ...run, data: undefined }}>{() => null}</Fetched>
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
      <p className="written-sum">{sumInWords(totalPence)}.</p>
    </>
  )
}
