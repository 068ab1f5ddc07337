import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { formatPrice } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Stats } from '#client/ui/detail-list.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { AnalyticsReferers } from './analytics-referers.tsx'
import { AnalyticsTrends } from './analytics-trends.tsx'
import { AnalyticsVideos } from './analytics-videos.tsx'
import { AnalyticsWaterfall } from './analytics-waterfall.tsx'

/** Where the revenue comes from and what is left of it; asked for when it is opened (requirements §2). */
export function AnalyticsPanel() {
  return (
    <Disclosure
      className="admin-part"
      title={adminDashboardMessages.revenueAnalytics}
      hint="By month, film and club, and what is kept"
    >
      {() => <Analytics />}
    </Disclosure>
  )
}

function Analytics() {
  // Sold since it was last looked at: asked again on every opening.
  const revenue = trpc.admin.reports.revenueAnalytics.useQuery(undefined, { staleTime: 0 })
  if (revenue.isError && !revenue.data) {
    return <FailedPart query={revenue} />
  }
  if (!revenue.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Stack>
          <Skeleton height="thumb" />
          <Skeleton height="picture" />
          <Skeleton height="picture" />
        </Stack>
      </Loading>
    )
  }
  const { data } = revenue
  const money = (amount: string) => formatPrice(amount, { sums: true })
  return (
    <div className="report-parts">
      <div className="report-stats">
        <Stats
          details={[
            { label: 'Total revenue', value: money(data.totalRevenue) },
            { label: 'Commissions paid', value: money(data.totalCommissionsPaid) },
            { label: 'Discounts given', value: money(data.totalDiscountsGiven) },
          ]}
        />
        <p className="list-note small quiet">
          Revenue is what buyers paid and did not get back, VAT included. Discounts are those of club codes.
        </p>
      </div>
      <AnalyticsTrends months={data.monthlyTrends} />
      <AnalyticsVideos videos={data.videoBreakdown} />
      <AnalyticsReferers referers={data.clubValueComparison} />
      <AnalyticsWaterfall />
    </div>
  )
}
