import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { videoRows } from '#client/features/dashboard/video-rows.ts'
import { errorStatus } from '#client/lib/error-text.ts'
import { dashboardRetry } from '#client/lib/query-client.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useSendKeptSaves } from '#client/site/watching/use-send-unsent-saves.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Split } from '#client/ui/layout.tsx'
import { checkoutSuccessMessages, deciderOf } from '#shared/messages/checkout.ts'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { headerMessages, networkMessages } from '#shared/messages/site.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { NowBox } from './now-box.tsx'
import { RenewSet } from './renew.tsx'
import { StillToFly } from './still-to-fly.tsx'
import { VideoList } from './video-list.tsx'

type StudentDashboardProps = {
  userId: string
  /** Another person's dashboard was asked for before this one. */
  wasRefused: boolean
  onRefused: () => void
}

export function StudentDashboard({ userId, wasRefused, onRefused }: StudentDashboardProps) {
  const { videos } = usePageData()
  useSendKeptSaves(userId)
  // A payment may have come through in another tab, or at the bank: what is listed is asked for each time.
  const options = { retry: dashboardRetry, staleTime: 0 }
  const dashboard = trpc.progress.dashboard.useQuery({ userId }, options)
  const owned = trpc.progress.videos.useQuery({ userId }, options)

  // The skeleton stays while React renders what replaces it, so that a press can come in between.
  const known = useDeferredValue(dashboard.data)
  const open = useDeferredValue(owned.data)

  const error = dashboard.error ?? owned.error
  const isRefused = errorStatus(error) === 403
  const tellRefused = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused) tellRefused()
  }, [isRefused])

  if (isRefused) {
    return (
      <>
        <OwnDashboardOnly />
        <DashboardSkeleton />
      </>
    )
  }
  const rows = known && open && videoRows({ videos, dashboard: known, owned: open })
  // What is there stays there when it cannot be asked for again.
  if (error && !rows) {
    return (
      <DashboardError
        isMissing={errorStatus(error) === 404}
        onRetry={() => void Promise.all([dashboard.refetch(), owned.refetch()])}
      />
    )
  }
  return (
    <>
      {wasRefused && <OwnDashboardOnly />}
      <PendingPayment />
      {rows ? (
        <>
          <NowBox rows={rows} />
          <Stats
            details={[
              { label: dashboardMessages.videosOwned, value: known.stats.videosOwned },
              { label: dashboardMessages.completed, value: known.stats.completedVideos },
              { label: dashboardMessages.inProgress, value: known.stats.inProgressVideos },
              { label: dashboardMessages.daysRemaining, value: known.stats.daysRemaining },
            ]}
          />
          <Split className="dashboard-bar">
            <h2>{dashboardMessages.yourVideos}</h2>
            <span className="row no-print">
              <Link className="link" to={paths.notes}>
                {headerMessages.notes}
              </Link>
              <Link className="link" to={`${paths.account}#papers`}>
                {dashboardMessages.invoices}
              </Link>
            </span>
          </Split>
          <VideoList rows={rows} />
          <RenewSet rows={rows} />
          <StillToFly videos={videos} rows={rows} />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  )
}

/** A payment that Klarna or a bank has not decided yet: what it is for, and where it is told how it goes. */
function PendingPayment() {
  const { data: pending } = trpc.checkout.pending.useQuery(undefined, { staleTime: 0 })
  if (!pending) return null
  const { processingTitle, waiting, seePayment } = checkoutSuccessMessages
  return (
    <Note
      title={`${processingTitle}: ${pending.videos.map(({ title }) => title).join(', ')}`}
      live="status"
      className="dashboard-note"
      actions={<LinkButton to={paths.payment(pending.orderId)}>{seePayment}</LinkButton>}
    >
      {waiting(deciderOf(pending.method))}
    </Note>
  )
}

function OwnDashboardOnly() {
  return (
    <Note tone="bad" title={dashboardMessages.accessDenied} className="dashboard-note">
      {dashboardMessages.ownDashboardOnly}
    </Note>
  )
}

function DashboardError({ isMissing, onRetry }: { isMissing: boolean; onRetry: () => void }) {
  return (
    <Note
      tone="bad"
      title={dashboardMessages.notFound}
      className="dashboard-note"
      actions={
        <>
          {!isMissing && <Button onClick={onRetry}>Try again</Button>}
          <LinkButton to={paths.contact}>Write to us</LinkButton>
        </>
      }
    >
      {isMissing ? null : networkMessages.failed}
    </Note>
  )
}
