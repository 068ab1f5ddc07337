import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { formatPrice } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { QuarterSumsOutput } from '#shared/schemas/reports.ts'
import { useReportDownload } from './use-report-download.ts'

/** Two years: on a phone every row is a card. */
const QUARTERS_A_PAGE = 8

/** Every quarter in which money moved, with the sums of its file. */
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
  const [page, setPage] = useState(0)
  const quarters = trpc.admin.reports.quarters.useQuery(undefined, { staleTime: 0 })
  if (quarters.isError && !quarters.data) {
    return <FailedPart query={quarters} />
  }
  if (!quarters.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Skeleton height="picture" />
      </Loading>
    )
  }
  if (quarters.data.length === 0) {
    return (
      <Empty symbol={<ReceiptText aria-hidden="true" />} title={adminDashboardMessages.noQuarters}>
        The first sale begins the first report.
      </Empty>
    )
  }
  // The running quarter is the one in which the figures were fetched.
  const running = labelOf(quarterOf(new Date(quarters.dataUpdatedAt)))
  const { rows, shownPage, lastPage } = pageOf(quarters.data, { page, size: QUARTERS_A_PAGE })
  return (
    <>
      <DataTable
        caption={adminDashboardMessages.quarterlyReports}
        rows={rows}
        rowKey={({ quarterYear }) => quarterYear}
        columns={columnsFor(running)}
      />
      <Pager label="Pages of quarters" page={shownPage} lastPage={lastPage} onPageChange={setPage} />
    </>
  )
}

function columnsFor(running: string): Column<QuarterSumsOutput>[] {
  const money = (heading: string, pick: (sums: QuarterSumsOutput) => string): Column<QuarterSumsOutput> => ({
    heading,
    figure: true,
    cell: (sums) => formatPrice(pick(sums), { sums: true }),
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
    { heading: 'Sales', figure: true, cell: ({ sales }) => sales.toLocaleString('en-GB') },
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
  const download = useReportDownload(quarterYear)
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
