import { formatPrice } from '#client/lib/format.ts'
import { BarList } from '#client/ui/bar-list.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Box } from '#client/ui/layout.tsx'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { subjectOf, wholePounds } from './revenue.ts'

type Video = RevenueAnalyticsOutput['videoBreakdown'][number]

/** What each video brought in, as bars and as a table. */
export function AnalyticsVideos({ videos }: { videos: readonly Video[] }) {
  const byRevenue = videos.toSorted((a, b) => parsePounds(b.totalRevenue) - parsePounds(a.totalRevenue))
  return (
    <section aria-labelledby="films-heading">
      <h3 id="films-heading" className="admin-heading">
        By film
      </h3>
      <div className="report-pair">
        <Box>
          <BarList
            label="Revenue by film"
            items={byRevenue.map((video) => {
              const subject = subjectOf(video.videoId)
              return {
                key: video.videoId,
                label: video.videoTitle,
                value: parsePounds(video.totalRevenue),
                text: wholePounds(video.totalRevenue),
                ...(subject && { subject }),
              }
            })}
          />
        </Box>
        <DataTable
          caption="Sales by film"
          rows={byRevenue}
          rowKey={({ videoId }) => videoId}
          columns={columnsFor(videos)}
        />
      </div>
    </section>
  )
}

function columnsFor(videos: readonly Video[]): Column<Video>[] {
  const count = (heading: string, pick: (video: Video) => number): Column<Video> => ({
    heading,
    figure: true,
    cell: (video) => pick(video).toLocaleString('en-GB'),
    total: videos.reduce((sum, video) => sum + pick(video), 0).toLocaleString('en-GB'),
  })
  return [
    { heading: 'Film', rowHeading: true, total: 'All films', cell: ({ videoTitle }) => videoTitle },
    {
      heading: 'Revenue',
      figure: true,
      cell: ({ totalRevenue }) => formatPrice(totalRevenue, { sums: true }),
      total: formatPounds(sumPence(videos.map(({ totalRevenue }) => parsePounds(totalRevenue))), {
        sums: true,
      }),
    },
    count('Sold', ({ totalSales }) => totalSales),
    count('On its own', ({ individualSales }) => individualSales),
    count('In a package', ({ bundleSales }) => bundleSales),
  ]
}
