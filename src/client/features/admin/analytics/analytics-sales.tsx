import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { Pager } from '#client/features/admin/parts/pager.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import { SALES_A_PAGE, type SaleWaterfallsOutput, type WaterfallOutput } from '#shared/schemas/reports.ts'
import { discountsOf, takenOff } from './revenue.ts'

type Sale = SaleWaterfallsOutput['sales'][number]

/** The sales of one referer, or those without a code, newest first, each from its list price to what is kept. */
export function AnalyticsSales({ clubId, clubName }: { clubId: string | null; clubName: string }) {
  const [page, setPage] = useState(0)
  const query = trpc.admin.reports.saleWaterfalls.useQuery(
    { clubId, page },
    { placeholderData: keepPreviousData },
  )
  if (query.isError && !query.data) {
    return <FailedPart query={query} />
  }
  if (!query.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Skeleton height="thumb" />
      </Loading>
    )
  }
  const { sales, total } = query.data
  return (
    <div className="row-detail">
      <DataTable
        caption={`Sales: ${clubName}`}
        rows={sales}
        rowKey={({ orderId }) => orderId}
        columns={COLUMNS}
      />
      <Pager
        label={`Pages of sales: ${clubName}`}
        page={page}
        lastPage={Math.max(0, Math.ceil(total / SALES_A_PAGE) - 1)}
        onPageChange={setPage}
      />
    </div>
  )
}

const step = (heading: string, cell: (waterfall: WaterfallOutput) => string): Column<Sale> => ({
  heading,
  figure: true,
  cell: ({ waterfall }) => cell(waterfall),
})

const COLUMNS: readonly Column<Sale>[] = [
  {
    heading: 'Sale',
    rowHeading: true,
    cell: ({ what, username }) => (
      <>
        {what} <span className="second-line long-name">{username}</span>
      </>
    ),
  },
  { heading: 'Date', cell: ({ paidAt }) => <span className="figure">{formatShortDay(paidAt)}</span> },
  step('List', ({ list }) => formatPrice(list, { sums: true })),
  step('Package and codes', discountsOf),
  step('Refunded', ({ refunded }) => takenOff(refunded)),
  step('VAT', ({ vat }) => takenOff(vat)),
  {
    heading: 'Card fee',
    figure: true,
    cell: ({ waterfall, feeIsEstimate }) => (
      <>
        {takenOff(waterfall.cardFee)}
        {feeIsEstimate && <span className="second-line">estimated</span>}
      </>
    ),
  },
  step('Commission', ({ commission }) => takenOff(commission)),
  step('Kept', ({ kept }) => formatPrice(kept, { sums: true })),
]
