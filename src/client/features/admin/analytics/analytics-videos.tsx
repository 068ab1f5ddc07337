import { formatPrice } from '#client/lib/format.ts'
import { BarList } from '#client/ui/bar-list.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { subjectOf, wholePounds } from './revenue.ts'

type Film = RevenueAnalyticsOutput['videoBreakdown'][number]

/** What each film brought in, as bars and as a table. */
export function AnalyticsFilms({ films }: { films: readonly Film[] }) {
  const byRevenue = films.toSorted((a, b) => parsePounds(b.totalRevenue) - parsePounds(a.totalRevenue))
  return (
    <section aria-labelledby="films-heading">
      <h3 id="films-heading" className="admin-heading">
        By film
      </h3>
      <div className="report-pair">
        <Box>
          <BarList
            label="Revenue by film"
            items={byRevenue.map((film) => {
              const subject = subjectOf(film.videoId)
              return {
                key: film.videoId,
                label: film.videoTitle,
                value: parsePounds(film.totalRevenue),
                text: wholePounds(film.totalRevenue),
                ...(subject && { subject }),
              }
            })}
          />
        </Box>
        <DataTable
          caption="Sales by film"
          rows={byRevenue}
          rowKey={({ videoId }) => videoId}
          columns={columnsFor(films)}
        />
      </div>
    </section>
  )
}

function columnsFor(films: readonly Film[]): Column<Film>[] {
  const count = (heading: string, pick: (film: Film) => number): Column<Film> => ({
    heading,
    figure: true,
    cell: (film) => pick(film).toLocaleString('en-GB'),
    total: films.reduce((sum, film) => sum + pick(film), 0).toLocaleString('en-GB'),
  })
  return [
    { heading: 'Film', rowHeading: true, total: 'All films', cell: ({ videoTitle }) => videoTitle },
    {
      heading: 'Revenue',
      figure: true,
      cell: ({ totalRevenue }) => formatPrice(totalRevenue, { sums: true }),
      total: formatPounds(sumPence(films.map(({ totalRevenue }) => parsePounds(totalRevenue))), {
        sums: true,
      }),
    },
    count('Sold', ({ totalSales }) => totalSales),
    count('On its own', ({ individualSales }) => individualSales),
    count('In a package', ({ bundleSales }) => bundleSales),
  ]
}
