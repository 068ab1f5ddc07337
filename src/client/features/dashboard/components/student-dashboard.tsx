import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { PrintHead } from '../../../app/frame/print-head.tsx'
import { usePageData } from '../../../app/page-data-context.tsx'
import { paths } from '../../../app/paths.ts'
import { errorStatus } from '../../../lib/error-text.ts'
import { dashboardRetry } from '../../../lib/query-client.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Stats } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page, Split } from '../../../ui/wrap.tsx'
import { useSendKeptSaves } from '../../player/use-send-kept-saves.ts'
import { filmRows } from '../film-rows.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { FilmList } from './film-list.tsx'
import { StillToFly } from './still-to-fly.tsx'

type StudentDashboardProps = {
  userId: string
  /** Somebody else's dashboard was asked for before this one. */
  wasRefused: boolean
  onRefused: () => void
}

export function StudentDashboard({ userId, wasRefused, onRefused }: StudentDashboardProps) {
  const { films } = usePageData()
  useSendKeptSaves(userId)
  // A payment may have come through in another tab, or at the bank: what is listed is asked for each time.
  const options = { retry: dashboardRetry, staleTime: 0 }
  const dashboard = trpc.progress.dashboard.useQuery({ userId }, options)
  const owned = trpc.progress.videos.useQuery({ userId }, options)

  const error = dashboard.error ?? owned.error
  const isRefused = errorStatus(error) === 403
  const tellRefused = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused) tellRefused()
  }, [isRefused])

  if (isRefused) {
    return (
      <Page>
        <OwnDashboardOnly />
        <h1>{dashboardMessages.title}</h1>
        <DashboardSkeleton />
      </Page>
    )
  }
  const rows =
    dashboard.data && owned.data && filmRows({ films, dashboard: dashboard.data, owned: owned.data })
  // What is there stays there when it cannot be asked for anew.
  if (error && !rows) {
    return (
      <Page>
        <h1 className="mb-6">{dashboardMessages.title}</h1>
        <DashboardFault
          isMissing={errorStatus(error) === 404}
          onRetry={() => void Promise.all([dashboard.refetch(), owned.refetch()])}
        />
      </Page>
    )
  }
  const { stats } = dashboard.data ?? {}
  return (
    <Page>
      <PrintHead />
      {wasRefused && <OwnDashboardOnly />}
      <h1>{dashboardMessages.title}</h1>
      {stats && rows ? (
        <>
          <Stats
            facts={[
              { label: dashboardMessages.videosOwned, value: stats.videosOwned },
              { label: dashboardMessages.completed, value: stats.completedVideos },
              { label: dashboardMessages.inProgress, value: stats.inProgressVideos },
              { label: dashboardMessages.daysRemaining, value: stats.daysRemaining },
            ]}
          />
          <Split className="mb-3.5">
            <h2>{dashboardMessages.yourVideos}</h2>
            <Link className="link no-print" to={`${paths.account}#papers`}>
              Invoices
            </Link>
          </Split>
          <FilmList rows={rows} />
          <StillToFly films={films} rows={rows} />
        </>
      ) : (
        <DashboardSkeleton />
      )}
    </Page>
  )
}

function OwnDashboardOnly() {
  return (
    <Note tone="bad" title={dashboardMessages.accessDenied} className="mb-6">
      {dashboardMessages.ownDashboardOnly}
    </Note>
  )
}

function DashboardFault({ isMissing, onRetry }: { isMissing: boolean; onRetry: () => void }) {
  return (
    <Note
      tone="bad"
      title={dashboardMessages.notFound}
      {...(!isMissing && { actions: <Button onClick={onRetry}>Try again</Button> })}
    >
      {isMissing ? null : networkMessages.failed}
    </Note>
  )
}
