import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { RefererFigures } from '#client/features/admin/referers/referer-overview.tsx'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { parseQuarter, quarterOf, titleOf } from '#shared/calendar/quarter.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'

/** What the running quarter sold, before the figures of all referers. */
export function DashboardFigures() {
  const running = trpc.admin.reports.running.useQuery(undefined, { staleTime: 0 })
  const isFailed = running.isError && !running.data
  // Until the shop has said which quarter runs, the one of this clock.
  const quarter = (running.data && parseQuarter(running.data.quarterYear)) ?? quarterOf(new Date())
  const sales = {
    label: adminDashboardMessages.salesOf(titleOf(quarter)),
    value: running.data && formatSum(running.data.finalPrice),
  }
  return (
    <>
      {isFailed && (
        <FailedPart query={running} title={adminDashboardMessages.salesFailed} className="admin-part" />
      )}
      <RefererFigures before={isFailed ? [] : [sales]} />
    </>
  )
}
