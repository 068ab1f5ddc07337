import { Link } from 'react-router'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Status } from '#client/ui/status.tsx'
import { reportMessages } from '#shared/messages/reports.ts'

function PaidOf({ paid, payouts }: { paid: number; payouts: number }) {
  return (
    <Status kind={paid === payouts ? 'done' : 'pending'}>
      {`${paid.toLocaleString('en-GB')} of ${payouts.toLocaleString('en-GB')} paid`}
    </Status>
  )
}

/** Two years of quarters. */
const RUNS_A_PAGE = 8

/** The payout run of every quarter, each of which opens. */
export function PayoutRuns() {
  const runs = trpc.admin.reports.payoutRuns.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={reportMessages.payoutRuns} query={runs}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="quiet">{reportMessages.noRuns}</p>
        ) : (
          <PagedTable
            pagesLabel="Pages of payout runs"
            pageSize={RUNS_A_PAGE}
            caption={reportMessages.payoutRuns}
            rows={rows}
            rowKey={({ quarterYear }) => quarterYear}
            columns={[
              {
                heading: 'Quarter',
                rowHeading: true,
                cell: ({ quarterYear }) => (
                  <Link className="link figure" to={paths.adminPayoutRun(quarterYear)}>
                    {quarterYear}
                  </Link>
                ),
              },
              { heading: 'Payouts', onCard: 'left', cell: (run) => <PaidOf {...run} /> },
              { heading: 'Sum', figure: true, onCard: 'right', cell: ({ total }) => formatSum(total) },
              {
                heading: 'Paid sum',
                figure: true,
                wideOnly: true,
                cell: ({ paidTotal }) => formatSum(paidTotal),
              },
            ]}
          />
        )
      }
    </OperationsPart>
  )
}
