import { RefererFigures } from '#client/features/admin/referers/referer-overview.tsx'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { labelOf, quarterOf, titleOf } from '#shared/calendar/quarter.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'

/** What the running quarter sold, before the figures of all referers. */
export function DashboardFigures() {
  const quarters = trpc.admin.reports.quarters.useQuery(undefined, { staleTime: 0 })
  // The running quarter is the one in which the figures were fetched.
  const running = quarterOf(quarters.data ? new Date(quarters.dataUpdatedAt) : new Date())
  const own = quarters.data?.find(({ quarterYear }) => quarterYear === labelOf(running))
  const unknown = quarters.isError ? '–' : undefined
  return (
    <RefererFigures
      before={[
        {
          label: adminDashboardMessages.salesOf(titleOf(running)),
          value: quarters.data ? formatSum(own?.finalPrice ?? '0.00') : unknown,
        },
      ]}
    />
  )
}
