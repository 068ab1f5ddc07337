import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { PeriodDays } from '#client/features/admin/parts/period-days.tsx'
import { PERIODS, type Period, periodText } from '#client/features/admin/parts/periods.ts'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BarList } from '#client/ui/bar-list.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Box, Stack } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { AnalyticsReferers } from './analytics-referers.tsx'
import { AnalyticsTrends } from './analytics-trends.tsx'
import { AnalyticsWaterfall } from './analytics-waterfall.tsx'
import { subjectOf, wholePounds } from './revenue.ts'
import { OWN_DAYS, type PeriodName, usePeriod } from './use-period.ts'

/** Where the revenue comes from and what is left of it; asked for when it is opened (requirements §2). */
export function AnalyticsPanel() {
  const [search] = useSearchParams()
  return (
    <Disclosure
      className="admin-part"
      title={adminDashboardMessages.revenueAnalytics}
      hint="By month, film and club, and what is kept"
      defaultOpen={['period', 'from', 'to'].some((name) => search.has(name))}
    >
      {() => <Analytics />}
    </Disclosure>
  )
}

const NAMES = [...PERIODS.map(([name, label]) => [name, label] as const), [OWN_DAYS, 'Own dates'] as const]

function Analytics() {
  const [now] = useState(() => new Date())
  const { name, days, isIncomplete, choose, setDays } = usePeriod(now)
  return (
    <>
      <div className="report-period">
        <ListChoice<PeriodName> label="Period" value={name} options={NAMES} onChange={choose} />
        {name === OWN_DAYS && days && <PeriodDays days={days} onChange={setDays} />}
      </div>
      {isIncomplete ? (
        <p role="status">The first day has to come before the last.</p>
      ) : (
        <Revenue days={days ?? undefined} />
      )}
    </>
  )
}

function Revenue({ days }: { days: Period | undefined }) {
  // Sold since it was last looked at: asked again on every opening.
  const revenue = trpc.admin.reports.revenueAnalytics.useQuery(days, { staleTime: 0 })
  return (
    <Fetched
      query={revenue}
      skeleton={
        <Stack>
          <Skeleton height="thumb" />
          <Skeleton height="picture" />
          <Skeleton height="picture" />
        </Stack>
      }
    >
      {(data) => <RevenueParts data={data} days={days} />}
    </Fetched>
  )
}

function RevenueParts({ data, days }: { data: RevenueAnalyticsOutput; days: Period | undefined }) {
  return (
    <div className="report-parts">
      <div className="report-stats">
        <h3 className="report-dates">{periodText(data.period)}</h3>
        <Stats
          details={[
            { label: 'Total revenue', value: formatSum(data.totalRevenue) },
            { label: 'Commissions paid', value: formatSum(data.totalCommissionsPaid) },
            { label: 'Discounts given', value: formatSum(data.totalDiscountsGiven) },
          ]}
        />
        <p className="list-note small quiet">
          Revenue is what buyers paid in these dates and did not get back until today, VAT included. Discounts
          are those of club codes. Commissions paid are payouts of these dates.
        </p>
      </div>
      <AnalyticsTrends months={data.monthlyTrends} />
      <AnalyticsVideos videos={data.videoBreakdown} />
      <AnalyticsReferers referers={data.clubValueComparison} />
      <AnalyticsWaterfall days={days} />
    </div>
  )
}

type Video = RevenueAnalyticsOutput['videoBreakdown'][number]

function AnalyticsVideos({ videos }: { videos: readonly Video[] }) {
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
      cell: ({ totalRevenue }) => formatSum(totalRevenue),
      total: formatPounds(sumPence(videos.map(({ totalRevenue }) => parsePounds(totalRevenue))), {
        sums: true,
      }),
    },
    count('Sold', ({ totalSales }) => totalSales),
    count('On its own', ({ individualSales }) => individualSales),
    count('In a package', ({ bundleSales }) => bundleSales),
  ]
}
