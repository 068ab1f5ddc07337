import { ReceiptText } from 'lucide-react'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { labelOf, quarterOf } from '#shared/quarter.ts'
import type { QuarterSumsOutput } from '#shared/schemas/reports.ts'
import { formatPrice } from '../../../lib/format.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { failureText } from '../failure-text.ts'
import { ReportDownload } from './report-download.tsx'

/** Every quarter in which money moved, with the sums of its file. */
export function ReportPanel() {
  return (
    <Disclosure
      className="mt-9"
      title={adminDashboardMessages.quarterlyReports}
      hint="A CSV for every quarter with sales"
    >
      {() => <Quarters />}
    </Disclosure>
  )
}

function Quarters() {
  const quarters = trpc.admin.reports.quarters.useQuery(undefined, { staleTime: 0 })
  if (quarters.isError && !quarters.data) {
    return (
      <Note tone="bad" actions={<Button onClick={() => void quarters.refetch()}>Try again</Button>}>
        {failureText(quarters.error, networkMessages.failed)}
      </Note>
    )
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
  return (
    <DataTable
      caption={adminDashboardMessages.quarterlyReports}
      rows={quarters.data}
      rowKey={({ quarterYear }) => quarterYear}
      columns={columnsFor(running)}
    />
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
        <span className="fig">
          {quarterYear}{' '}
          {quarterYear === running && <span className="small quiet font-normal">still running</span>}
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
