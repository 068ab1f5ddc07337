import { ReceiptText } from 'lucide-react'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { useFileDownload } from '#client/features/admin/parts/use-file-download.ts'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { QuarterSumsOutput } from '#shared/schemas/reports.ts'

/** Two years: on a phone every row is a card. */
const QUARTERS_A_PAGE = 8

export function ReportPanel() {
  return (
    <Disclosure
      className="admin-section"
      title={adminDashboardMessages.quarterlyReports}
      hint="A CSV for every quarter with sales"
    >
      {() => <Quarters />}
    </Disclosure>
  )
}

function Quarters() {
  const quarters = trpc.admin.reports.quarters.useQuery(undefined, { staleTime: 0 })
  const running = trpc.admin.reports.running.useQuery().data?.quarterYear
  return (
    <Fetched query={quarters} skeleton={<Skeleton height="picture" />}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty symbol={<ReceiptText aria-hidden="true" />} title={adminDashboardMessages.noQuarters}>
            The first sale begins the first report.
          </Empty>
        ) : (
          <PagedTable
            pagesLabel="Pages of quarters"
            pageSize={QUARTERS_A_PAGE}
            caption={adminDashboardMessages.quarterlyReports}
            rows={rows}
            rowKey={({ quarterYear }) => quarterYear}
            columns={columnsFor(running)}
          />
        )
      }
    </Fetched>
  )
}

function columnsFor(running: string | undefined): Column<QuarterSumsOutput>[] {
  // On a phone what was paid and what is kept; the file has the rest.
  const money = (heading: string, pick: (sums: QuarterSumsOutput) => string): Column<QuarterSumsOutput> => ({
    heading,
    figure: true,
    wideOnly: heading !== 'Final price' && heading !== 'Kept',
    cell: (sums) => formatSum(pick(sums)),
  })
  return [
    {
      heading: 'Quarter',
      rowHeading: true,
      cell: ({ quarterYear }) => (
        <span className="figure">
          {quarterYear} {quarterYear === running && <span className="row-aside">still running</span>}
        </span>
      ),
    },
    { heading: 'Sales', figure: true, wideOnly: true, cell: ({ sales }) => sales.toLocaleString('en-GB') },
    money('Final price', ({ finalPrice }) => finalPrice),
    money('VAT', ({ vat }) => vat),
    money('Card fees', ({ cardFee }) => cardFee),
    money('Commission', ({ commission }) => commission),
    money('Kept', ({ kept }) => kept),
    {
      heading: 'File',
      hideHeading: true,
      cell: ({ quarterYear }) => <ReportDownload quarterYear={quarterYear} />,
    },
  ]
}

function ReportDownload({ quarterYear }: { quarterYear: string }) {
  const download = useFileDownload({
    address: `/api/admin/quarterly-report/${quarterYear}`,
    filename: `quarterly-report-${quarterYear}.csv`,
    failure: adminDashboardMessages.reportFailed,
  })
  return (
    <Button
      size="sm"
      aria-label={`Download CSV of ${quarterYear}`}
      loading={download.isPending}
      loadingText="Downloading…"
      onClick={() => download.mutate()}
    >
      Download CSV
    </Button>
  )
}
