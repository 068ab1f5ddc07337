import { ScriptNeeded } from '#client/site/guards.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Split } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { headerMessages, networkMessages } from '#shared/messages/site.ts'

const LABELS = [
  dashboardMessages.videosOwned,
  dashboardMessages.completed,
  dashboardMessages.inProgress,
  dashboardMessages.daysRemaining,
]
const ROWS = [1, 2, 3]

/** The page before it is known whose it is. */
export function DashboardLoading() {
  return (
    <>
      <ScriptNeeded />
      <DashboardSkeleton />
    </>
  )
}

/** The same boxes as the dashboard, so that nothing moves when the figures arrive. */
export function DashboardSkeleton() {
  return (
    <>
      <Loading label={networkMessages.loading} />
      <div aria-hidden="true">
        <div className="box now">
          <div>
            <p className="quiet small skeleton-text">00</p>
            <p className="now-title skeleton-text">00</p>
            <p className="skeleton-text">00</p>
          </div>
          <Skeleton height="button" />
          <div>
            <p className="skeleton-text">00</p>
            <p className="skeleton-text">00</p>
          </div>
        </div>
        <Stats details={LABELS.map((label) => ({ label, value: <Figure /> }))} />
        <Split className="dashboard-bar">
          <h2>{dashboardMessages.yourVideos}</h2>
          <span className="row no-print">
            <span className="skeleton-text">{headerMessages.notes}</span>
            <span className="skeleton-text">{dashboardMessages.invoices}</span>
          </span>
        </Split>
        <ul className="video-rows">
          {ROWS.map((row) => (
            <li key={row}>
              <Skeleton height="thumb" className="video-rows-thumb" />
              <div>
                <Skeleton width="wide" height="title" />
                <Skeleton width="narrow" className="video-rows-line" />
              </div>
              <div>
                <Skeleton width="narrow" className="video-rows-label" />
                <Skeleton height="bar" />
              </div>
              <div>
                <Skeleton width="wide" />
                <Skeleton width="wide" className="video-rows-days" />
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
  return <span className="skeleton-text">00</span>
}
