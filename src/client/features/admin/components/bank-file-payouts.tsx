import { useState } from 'react'
import { networkMessages } from '#shared/messages/site.ts'
import type { RunPayout } from '#shared/schemas/payout-run.ts'
import { formatPrice, formatShortDay } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button, TextButton } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { failureText, toastFailure } from '../failure-text.ts'
import { countPayouts, PROBLEM_WORDS } from '../payout-run.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { useCommissionsChanged } from '../use-commissions-changed.ts'
import { Pager, pageOf } from './pager.tsx'

const PAYOUTS_A_PAGE = 10

/** The pending payouts of a quarter: which the bank was told of, and what keeps the others out. */
export function BankFilePayouts({ quarterYear }: { quarterYear: string }) {
  const [page, setPage] = useState(0)
  const run = trpc.admin.payoutRun.useQuery({ quarterYear })
  const { unfreeze, isPending } = useUnfreeze(quarterYear)
  if (run.isError && !run.data) {
    return (
      <Note tone="bad" actions={<Button onClick={() => void run.refetch()}>Try again</Button>}>
        {failureText(run.error, networkMessages.failed)}
      </Note>
    )
  }
  if (!run.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Skeleton height="thumb" />
      </Loading>
    )
  }
  const { rows, shownPage, lastPage } = pageOf(run.data.payouts, { page, size: PAYOUTS_A_PAGE })
  const isAnyFrozen = run.data.payouts.some(({ exportedAt }) => exportedAt !== null)
  return (
    <div className="py-2">
      <DataTable
        caption={`Pending payouts of ${quarterYear}`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsFor(isPending, unfreeze)}
      />
      <Pager
        label={`Pages of payouts of ${quarterYear}`}
        page={shownPage}
        lastPage={lastPage}
        onPageChange={setPage}
      />
      {isAnyFrozen && (
        <Button size="sm" className="mt-3" loading={isPending} onClick={() => void unfreeze(null)}>
          Unfreeze all of {quarterYear}
        </Button>
      )}
    </div>
  )
}

function useUnfreeze(quarterYear: string) {
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const change = trpc.admin.unfreezePayouts.useMutation()
  async function unfreeze(payout: RunPayout | null) {
    try {
      const wish = { quarterYear, ...(payout && { payoutIds: [payout.id] }) }
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
    commissionsChanged()
  }
  return { unfreeze, isPending: change.isPending }
}

function columnsFor(isPending: boolean, unfreeze: (payout: RunPayout) => Promise<void>): Column<RunPayout>[] {
  return [
    { heading: 'Referer', rowHeading: true, cell: ({ clubName }) => clubName },
    { heading: 'Amount', figure: true, cell: ({ amount }) => formatPrice(amount, { sums: true }) },
    { heading: 'Bank file', cell: (payout) => <State {...payout} /> },
    {
      heading: 'Action',
      hideHeading: true,
      cell: (payout) =>
        payout.exportedAt !== null && (
          <TextButton
            disabled={isPending}
            aria-label={`Unfreeze the payout to ${payout.clubName}`}
            onClick={() => void unfreeze(payout)}
          >
            Unfreeze
          </TextButton>
        ),
    },
  ]
}

function State({ exportedAt, problem }: RunPayout) {
  return (
    <span>
      {exportedAt !== null && <Status kind="done">In the file of {formatShortDay(exportedAt)}</Status>}
      {exportedAt === null && problem === null && <Status kind="not-started">Not in a file yet</Status>}
      {problem !== null && problem !== 'exported' && <Status kind="stop">{PROBLEM_WORDS[problem]}</Status>}
    </span>
  )
}
