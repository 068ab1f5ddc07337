import { Stats } from '#client/ui/detail-list.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { networkMessages } from '#shared/messages/site.ts'

const LABELS = [
  dashboardMessages.videosOwned,
  dashboardMessages.completed,
  dashboardMessages.inProgress,
  dashboardMessages.daysRemaining,
]
const ROWS = [1, 2, 3]

/** The same boxes as the dashboard, so that nothing moves when the figures arrive. */
export function DashboardSkeleton() {
  return (
    <>
      <Loading label={networkMessages.loading} />
      <div aria-hidden="true">
        <Stats facts={LABELS.map((label) => ({ label, value: <Figure /> }))} />
        <h2 className="mb-3.5">{dashboardMessages.yourVideos}</h2>
        <ul className="film-rows">
          {ROWS.map((row) => (
            <li key={row}>
              <Skeleton height="thumb" className="w-14" />
              <div>
                <Skeleton width="wide" height="title" />
                <Skeleton width="narrow" className="mt-1.5" />
              </div>
              <div>
                <Skeleton width="narrow" className="mb-2.5" />
                <Skeleton height="bar" />
              </div>
              <div>
                <Skeleton width="wide" />
                <Skeleton width="wide" className="mt-2" />
              </div>
              <Skeleton height="button" />
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** A figure in the colour of its ground: exactly as high as the one that will stand here. */
function Figure() {
  return <span className="bg-rule text-transparent">00</span>
}
