import { formatSum } from '#client/lib/format.ts'
import { ColumnPlot } from '#client/ui/column-plot.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { shortMonth } from '#shared/calendar/month.ts'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { formatPounds, parsePounds, scalePence } from '#shared/money/money.ts'
import type { RefererPortalOutput } from '#shared/schemas/referer-portal.ts'

/** More columns do not stand beside each other on a phone; the table has them all. */
const MONTHS_DRAWN = 6

/** What each month brought: drawn for half a year, and to the penny for a year. */
export function EarningsByMonth({ months }: { months: RefererPortalOutput['months'] }) {
  const running = months.at(-1)?.month
  return (
    <Box>
      <p className="small quiet">{copy.monthsHint}</p>
      <ColumnPlot
        label={copy.months}
        columns={months.slice(-MONTHS_DRAWN).map(({ month, amount }) => ({
          label: shortMonth(month).slice(0, 3),
          value: Number(amount),
          text: wholePounds(amount),
          open: month === running,
        }))}
        scaleText={(value) => `£${value.toLocaleString('en-GB')}`}
      />
      <details className="earnings-figures">
        <summary>The figures as a table</summary>
        <DataTable
          caption={copy.months}
          collapse={false}
          rows={months.toReversed()}
          rowKey={({ month }) => month}
          columns={[
            {
              heading: 'Month',
              rowHeading: true,
              cell: ({ month }) => (
                <>
                  {shortMonth(month)} {month === running && <span className="row-aside">still running</span>}
                </>
              ),
            },
            { heading: 'Commission', figure: true, cell: ({ amount }) => formatSum(amount) },
          ]}
        />
      </details>
    </Box>
  )
}

function wholePounds(pounds: string): string {
  const amount = parsePounds(pounds)
  return formatPounds(scalePence({ amount, numerator: 1, denominator: 1, rounding: 'halfUpToPound' }))
}

/** Customers and commission by the name of the link that brought them. */
export function EarningsByLink({ links }: { links: RefererPortalOutput['links'] }) {
  return (
    <DataTable
      caption={copy.links}
      rows={links}
      rowKey={({ name }) => name ?? ''}
      columns={[
        { heading: 'Link', rowHeading: true, cell: ({ name }) => name ?? copy.plainLink },
        { heading: 'Customers', figure: true, cell: ({ customers }) => customers },
        { heading: 'Commission', figure: true, cell: ({ amount }) => formatSum(amount) },
      ]}
    />
  )
}
