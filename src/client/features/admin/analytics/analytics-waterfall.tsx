import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { PagedTable, Pager } from '#client/features/admin/parts/pager.tsx'
import type { Period } from '#client/features/admin/parts/periods.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import {
  type RefererWaterfallsOutput,
  SALES_A_PAGE,
  type SaleWaterfallsOutput,
  type WaterfallOutput,
} from '#shared/schemas/reports.ts'
import { discountsOf, takenOff } from './revenue.ts'

const REFERERS_A_PAGE = 5

/** All sales where there are none. */
type Days = { days: Period | undefined }

/** From the list price down to what is kept: of everything, of each referer, and under a referer of each sale. */
export function AnalyticsWaterfall({ days }: Days) {
  const query = trpc.admin.reports.refererWaterfalls.useQuery(days, { staleTime: 0 })
  return (
    <section aria-labelledby="waterfall-heading">
      <h3 id="waterfall-heading" className="admin-heading">
        From list price to what is kept
      </h3>
      <Fetched query={query} skeleton={<Skeleton height="picture" />}>
        {(data) => <Waterfalls {...data} days={days} />}
      </Fetched>
    </section>
  )
}

function Waterfalls({ total, referers, days }: RefererWaterfallsOutput & Days) {
  return (
    <div className="waterfall">
      <Box className="report-plot">
        <Steps waterfall={total} />
      </Box>
      {referers.length > 0 && <ByReferer referers={referers} days={days} />}
    </div>
  )
}

function Steps({ waterfall }: { waterfall: WaterfallOutput }) {
  return (
    <MoneyRows
      rows={[
        { label: 'List price of all that was sold', amount: formatSum(waterfall.list) },
        { label: 'Complete package', amount: takenOff(waterfall.collectionDiscount), kind: 'quiet' },
        { label: 'Club codes', amount: takenOff(waterfall.codeDiscount), kind: 'quiet' },
        { label: 'Refunded', amount: takenOff(waterfall.refunded), kind: 'quiet' },
        { label: 'Paid by buyers', amount: formatSum(waterfall.paid), kind: 'carried' },
        { label: 'VAT', amount: takenOff(waterfall.vat), kind: 'quiet' },
        { label: 'Card fees', amount: takenOff(waterfall.cardFee), kind: 'quiet' },
        { label: 'Commission', amount: takenOff(waterfall.commission), kind: 'quiet' },
        { label: 'Kept', amount: formatSum(waterfall.kept), kind: 'total' },
      ]}
    />
  )
}

type RefererRow = RefererWaterfallsOutput['referers'][number]

const NO_CODE = 'Without a code'
const keyOf = ({ clubId }: RefererRow) => clubId ?? ''

function ByReferer({ referers, days }: Days & { referers: readonly RefererRow[] }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <div>
      <PagedTable
        pagesLabel="Pages of clubs by what is kept"
        pageSize={REFERERS_A_PAGE}
        caption="From list price to what is kept, by club"
        rows={referers}
        rowKey={keyOf}
        detail={(row) =>
          open === keyOf(row) && (
            <AnalyticsSales clubId={row.clubId} clubName={row.clubName ?? NO_CODE} days={days} />
          )
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
          ...LIST_TO_VAT,
          step('Card fees', ({ cardFee }) => takenOff(cardFee)),
          ...COMMISSION_AND_KEPT,
        ]}
      />
    </div>
  )
}

type Sale = SaleWaterfallsOutput['sales'][number]

/** The sales of one referer, or those without a code, newest first, each from its list price to what is kept. */
function AnalyticsSales({ clubId, clubName, days }: Days & { clubId: string | null; clubName: string }) {
  const [page, setPage] = useState(0)
  const query = trpc.admin.reports.saleWaterfalls.useQuery(
    { clubId, page, period: days },
    { placeholderData: keepPreviousData },
  )
  return (
    <Fetched query={query}>
      {({ sales, total }) => (
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
      )}
    </Fetched>
  )
}

type Waterfall = { waterfall: WaterfallOutput }

const step = (heading: string, cell: (waterfall: WaterfallOutput) => string): Column<Waterfall> => ({
  heading,
  figure: true,
  cell: ({ waterfall }) => cell(waterfall),
})

const LIST_TO_VAT = [
  step('List', ({ list }) => formatSum(list)),
  step('Package and codes', discountsOf),
  step('Refunded', ({ refunded }) => takenOff(refunded)),
  step('VAT', ({ vat }) => takenOff(vat)),
]

const COMMISSION_AND_KEPT = [
  step('Commission', ({ commission }) => takenOff(commission)),
  step('Kept', ({ kept }) => formatSum(kept)),
]

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
  ...LIST_TO_VAT,
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
  ...COMMISSION_AND_KEPT,
]
