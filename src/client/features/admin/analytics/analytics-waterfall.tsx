import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import {
  type RefererWaterfallsOutput,
  SALES_A_PAGE,
  type SaleWaterfallsOutput,
  type WaterfallOutput,
} from '#shared/schemas/reports.ts'
import { discountsOf, takenOff } from './revenue.ts'

const REFERERS_A_PAGE = 5

/** From the list price down to what is kept: of everything, of each referer, and under a referer of each sale. */
export function AnalyticsWaterfall() {
  const query = trpc.admin.reports.refererWaterfalls.useQuery(undefined, { staleTime: 0 })
  return (
    <section aria-labelledby="waterfall-heading">
      <h3 id="waterfall-heading" className="admin-heading">
        From list price to what is kept
      </h3>
      {query.isError && !query.data ? (
        <FailedPart query={query} />
      ) : query.data ? (
        <Waterfalls {...query.data} />
      ) : (
        <Loading label={networkMessages.loading}>
          <Skeleton height="picture" />
        </Loading>
      )}
    </section>
  )
}

function Waterfalls({ total, referers }: RefererWaterfallsOutput) {
  return (
    <div className="waterfall">
      <Box className="report-plot">
        <Steps waterfall={total} />
      </Box>
      {referers.length > 0 && <ByReferer referers={referers} />}
    </div>
  )
}

function Steps({ waterfall }: { waterfall: WaterfallOutput }) {
  return (
    <MoneyRows
      rows={[
        { label: 'List price of all that was sold', amount: formatPrice(waterfall.list, { sums: true }) },
        { label: 'Complete package', amount: takenOff(waterfall.collectionDiscount), kind: 'quiet' },
        { label: 'Club codes', amount: takenOff(waterfall.codeDiscount), kind: 'quiet' },
        { label: 'Refunded', amount: takenOff(waterfall.refunded), kind: 'quiet' },
        { label: 'Paid by buyers', amount: formatPrice(waterfall.paid, { sums: true }), kind: 'carried' },
        { label: 'VAT', amount: takenOff(waterfall.vat), kind: 'quiet' },
        { label: 'Card fees', amount: takenOff(waterfall.cardFee), kind: 'quiet' },
        { label: 'Commission', amount: takenOff(waterfall.commission), kind: 'quiet' },
        { label: 'Kept', amount: formatPrice(waterfall.kept, { sums: true }), kind: 'total' },
      ]}
    />
  )
}

type RefererRow = RefererWaterfallsOutput['referers'][number]

const NO_CODE = 'Without a code'
const keyOf = ({ clubId }: RefererRow) => clubId ?? ''

function ByReferer({ referers }: { referers: readonly RefererRow[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const [page, setPage] = useState(0)
  const { rows, shownPage, lastPage } = pageOf(referers, { page, size: REFERERS_A_PAGE })
  const step = (heading: string, cell: (waterfall: WaterfallOutput) => string): Column<RefererRow> => ({
    heading,
    figure: true,
    cell: ({ waterfall }) => cell(waterfall),
  })
  return (
    <div>
      <DataTable
        caption="From list price to what is kept, by club"
        rows={rows}
        rowKey={keyOf}
        detail={(row) =>
          open === keyOf(row) && <AnalyticsSales clubId={row.clubId} clubName={row.clubName ?? NO_CODE} />
        }
        columns={[
          {
            heading: 'Club',
            rowHeading: true,
            cell: (row) => (
              <RowToggle
                open={open === keyOf(row)}
                onToggle={() => setOpen(open === keyOf(row) ? null : keyOf(row))}
              >
                {row.clubName ?? NO_CODE}
              </RowToggle>
            ),
          },
          { heading: 'Sales', figure: true, cell: ({ sales }) => sales.toLocaleString('en-GB') },
          step('List', ({ list }) => formatPrice(list, { sums: true })),
          step('Package and codes', discountsOf),
          step('Refunded', ({ refunded }) => takenOff(refunded)),
          step('VAT', ({ vat }) => takenOff(vat)),
          step('Card fees', ({ cardFee }) => takenOff(cardFee)),
          step('Commission', ({ commission }) => takenOff(commission)),
          step('Kept', ({ kept }) => formatPrice(kept, { sums: true })),
        ]}
      />
      <Pager
        label="Pages of clubs by what is kept"
        page={shownPage}
        lastPage={lastPage}
        onPageChange={setPage}
      />
    </div>
  )
}

type Sale = SaleWaterfallsOutput['sales'][number]

/** The sales of one referer, or those without a code, newest first, each from its list price to what is kept. */
function AnalyticsSales({ clubId, clubName }: { clubId: string | null; clubName: string }) {
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
