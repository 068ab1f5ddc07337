import { Link, useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { PROBLEM_LABELS } from '#client/features/admin/payouts/payout-run.tsx'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Split } from '#client/ui/layout.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { reportMessages } from '#shared/messages/reports.ts'
import type { PayoutProblem } from '#shared/schemas/payout-run.ts'
import type { PayoutRunReportOutput } from '#shared/schemas/payout-run-report.ts'
import { BalanceNote } from './balance-note.tsx'
import { ReportActions } from './report-actions.tsx'

export function PayoutRunScreen() {
  const { quarterYear = '' } = useParams()
  const run = trpc.admin.reports.payoutRun.useQuery({ quarterYear }, { staleTime: 0 })
  return (
    <AdminFrame title={reportMessages.payoutRun} heading={`${reportMessages.payoutRun} ${quarterYear}`}>
      <PrintHead path={paths.adminPayoutRun(quarterYear)} />
      <Fetched query={run} skeleton={<TableToCome rows={5} />}>
        {(data) => <RunReport run={data} />}
      </Fetched>
    </AdminFrame>
  )
}

function RunReport({ run: { quarterYear, sums, payouts, problems } }: { run: PayoutRunReportOutput }) {
  const paid = payouts.filter(({ isPaid }) => isPaid).length
  return (
    <>
      <Split className="admin-head">
        <span>{`${paid} of ${payouts.length} paid`}</span>
        <ReportActions />
      </Split>
      <BalanceNote problems={problems}>
        {`The ledger entries that are paid sum to ${formatSum(sums.entries)}; with ${formatSum(sums.vat)} VAT that is the ${formatSum(sums.total)} of the payouts, and every document says the same.`}
      </BalanceNote>
      <DataTable
        caption={reportMessages.payoutRun}
        rows={payouts}
        rowKey={({ payoutId }) => payoutId}
        columns={[
          {
            heading: 'To',
            rowHeading: true,
            cell: ({ clubId, name }) => (
              <Link className="link" to={paths.adminStatement(clubId, quarterYear)}>
                {name}
              </Link>
            ),
            total: 'Sum',
          },
          {
            heading: 'State',
            cell: ({ isPaid, paidAt, problem }) =>
              isPaid ? (
                <Status kind="done">{paidAt ? `Paid ${formatShortDay(paidAt)}` : 'Paid'}</Status>
              ) : (
                <Status kind={isBlocking(problem) ? 'stop' : 'pending'} wrap>
                  {problem ? PROBLEM_LABELS[problem] : 'To pay'}
                </Status>
              ),
          },
          { heading: 'Document', cell: ({ label }) => <span className="figure">{label ?? '–'}</span> },
          { heading: 'Bank file', wideOnly: true, cell: ({ fileName }) => fileName ?? '–' },
          { heading: 'Entries', figure: true, cell: ({ entries }) => entries.toLocaleString('en-GB') },
          { heading: 'Net', figure: true, cell: ({ net }) => formatSum(net), total: formatSum(sums.net) },
          { heading: 'VAT', figure: true, cell: ({ vat }) => formatSum(vat), total: formatSum(sums.vat) },
          {
            heading: 'To pay',
            figure: true,
            cell: ({ total }) => formatSum(total),
            total: formatSum(sums.total),
          },
        ]}
      />
    </>
  )
}

/** A file that names it already stands in no one's way. */
function isBlocking(problem: PayoutProblem | null): boolean {
  return problem !== null && problem !== 'exported'
}
