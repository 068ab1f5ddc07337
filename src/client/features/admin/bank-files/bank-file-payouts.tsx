import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { type PayoutSum, PROBLEM_WORDS, sumOf } from '#client/features/admin/payouts/payout-run.ts'
import { UnfreezeDialog } from '#client/features/admin/payouts/unfreeze-dialog.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import type { RunPayout } from '#shared/schemas/payout-run.ts'

const PAYOUTS_A_PAGE = 10

/** The pending payouts of a quarter: which the bank was told of, and what keeps the others out. */
export function BankFilePayouts({ quarterYear }: { quarterYear: string }) {
  const [page, setPage] = useState(0)
  const run = trpc.admin.payoutRun.useQuery({ quarterYear })
  const [unfreezing, setUnfreezing] = useState<PayoutSum | null>(null)
  if (run.isError && !run.data) {
    return <FailedPart query={run} />
  }
  if (!run.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Skeleton height="thumb" />
      </Loading>
    )
  }
  const { rows, shownPage, lastPage } = pageOf(run.data.payouts, { page, size: PAYOUTS_A_PAGE })
  const frozen = run.data.payouts.filter(({ exportedAt }) => exportedAt !== null)
  return (
    <div className="row-detail">
      <DataTable
        caption={`Pending payouts of ${quarterYear}`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsFor((payout) => setUnfreezing(sumOf([payout])))}
      />
      <Pager
        label={`Pages of payouts of ${quarterYear}`}
        page={shownPage}
        lastPage={lastPage}
        onPageChange={setPage}
      />
      {frozen.length > 0 && (
        <Button size="sm" className="payout-unfreeze" onClick={() => setUnfreezing(sumOf(frozen))}>
          Unfreeze all of {quarterYear}
        </Button>
      )}
      {unfreezing && (
        <UnfreezeDialog quarterYear={quarterYear} frozen={unfreezing} onClose={() => setUnfreezing(null)} />
      )}
    </div>
  )
}

function columnsFor(onUnfreeze: (payout: RunPayout) => void): Column<RunPayout>[] {
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
            aria-label={`Unfreeze the payout to ${payout.clubName}`}
            onClick={() => onUnfreeze(payout)}
          >
            Unfreeze
          </TextButton>
        ),
    },
  ]
}

function State({ exportedAt, earlierFile, problem }: RunPayout) {
  return (
    <span>
      {exportedAt !== null && <Status kind="done">In the file of {formatShortDay(exportedAt)}</Status>}
      {exportedAt === null && problem === null && <Status kind="not-started">Not in a file yet</Status>}
      {problem !== null && problem !== 'exported' && (
        <Status kind="stop" wrap>
          {PROBLEM_WORDS[problem]}
        </Status>
      )}
      {earlierFile !== null && <span className="bank-file-earlier small">Stood in {earlierFile}</span>}
    </span>
  )
}
