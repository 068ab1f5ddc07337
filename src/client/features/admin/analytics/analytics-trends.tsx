import { formatSum } from '#client/lib/format.ts'
import { ColumnPlot, type PlotColumn } from '#client/ui/column-plot.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { shortMonth } from '#shared/calendar/month.ts'
import { parsePounds } from '#shared/money/money.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { chartPounds } from './revenue.ts'

type Month = RevenueAnalyticsOutput['monthlyTrends'][number]

export function AnalyticsTrends({ months }: { months: readonly Month[] }) {
  return (
    <section aria-labelledby="trends-heading">
      <h3 id="trends-heading" className="trends-heading">
        Monthly trends <span className="report-dates">{monthsText(months)}</span>
      </h3>
      <Tabs
        label="Monthly trends"
        tabs={[
          {
            value: 'revenue',
            label: 'Revenue',
            content: (
              <Trend
                label="Revenue by month"
                heading="Revenue"
                columns={columnsOf(months, (month) => ({
                  value: parsePounds(month.revenue) / 100,
                  text: chartPounds(month.revenue),
                }))}
                exact={months.map(({ revenue }) => formatSum(revenue))}
                scaleText={(value) => `£${value.toLocaleString('en-GB')}`}
              />
            ),
          },
          {
            value: 'sales',
            label: 'Sales',
            content: (
              <Counts label="Sales by month" heading="Sales" months={months} pick={({ sales }) => sales} />
            ),
          },
          {
            value: 'customers',
            label: 'New customers',
            content: (
              <Counts
                label="New customers by month"
                heading="New customers"
                months={months}
                pick={({ newCustomers }) => newCustomers}
              />
            ),
          },
        ]}
      />
    </section>
  )
}

/** "the last 6 months" up to the one that runs, "Apr 2026 to Jun 2026" of an earlier period. */
function monthsText(months: readonly Month[]): string {
  if (months.length > 1 && months.at(-1)?.isRunning) return `the last ${months.length} months`
  const [first, last] = [months[0], months.at(-1)].map((one) => one && shortMonth(one.month))
  return first === last ? (first ?? '') : `${first} to ${last}`
}

function columnsOf(
  months: readonly Month[],
  pick: (month: Month) => { value: number; text: string },
): PlotColumn[] {
  return months.map((month) => ({
    label: shortMonth(month.month).slice(0, 3),
    ...pick(month),
    open: month.isRunning,
  }))
}

type CountsProps = {
  label: string
  heading: string
  months: readonly Month[]
  pick: (month: Month) => number
}

function Counts({ label, heading, months, pick }: CountsProps) {
  const inWords = (count: number) => count.toLocaleString('en-GB')
  return (
    <Trend
      label={label}
      heading={heading}
      columns={columnsOf(months, (month) => ({ value: pick(month), text: inWords(pick(month)) }))}
      exact={months.map((month) => inWords(pick(month)))}
      // Half a sale is no step of a scale.
      scaleText={(value) => (Number.isInteger(value) ? inWords(value) : '')}
    />
  )
}

type TrendProps = {
  label: string
  heading: string
  columns: readonly PlotColumn[]
  exact: readonly string[]
  scaleText: (value: number) => string
}

function Trend({ label, heading, columns, exact, scaleText }: TrendProps) {
  const rows = columns.map((column, index) => ({ ...column, exact: exact[index] ?? '' }))
  return (
    <Box className="report-plot">
      <ColumnPlot label={label} columns={columns} scaleText={scaleText} />
      <details className="behind">
        <summary>The figures as a table</summary>
        <DataTable
          caption={label}
          collapse={false}
          rows={rows}
          rowKey={(row) => row.label}
          columns={[
            {
              heading: 'Month',
              rowHeading: true,
              cell: (row) => (
                <>
                  {row.label} {row.open && <span className="row-aside">still running</span>}
                </>
              ),
            },
            { heading, figure: true, cell: (row) => row.exact },
          ]}
        />
      </details>
    </Box>
  )
}
