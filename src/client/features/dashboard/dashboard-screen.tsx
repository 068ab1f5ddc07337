import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { Leaving } from '#client/site/guards.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { Page } from '#client/ui/layout.tsx'
import { dashboardAuthDelayMs } from '#shared/limits.ts'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { DashboardLoading } from './components/dashboard-skeleton.tsx'
import { StudentDashboard } from './components/student-dashboard.tsx'

/** `/dashboard` leads on to one's own; `/dashboard/{userId}` is a student's videos (requirements §2, §4). */
export function DashboardScreen() {
  // One heading for the skeleton and the videos: drawn again, the page would count as shown late.
  return (
    <Page>
      <PrintHead />
      <h1>{dashboardMessages.title}</h1>
      <Dashboard />
    </Page>
  )
}

function Dashboard() {
  const { userId } = useParams()
  const { status, user } = useSession()
  const navigate = useNavigate()
  const [wasRefused, setRefused] = useState(false)

  const isInBrowser = useIsInBrowser()
  if (!isInBrowser || status === 'loading') return <DashboardLoading />
  if (user === null) return userId ? <SignInShortly /> : <LeaveTo path={paths.login()} />
  if (!userId) return <LeaveTo path={paths.dashboard(user.id)} />

  /** Said on their own dashboard, where there is time to read it. */
  function goToOwn(ownId: string) {
    setRefused(true)
    void navigate(paths.dashboard(ownId), { replace: true })
  }

  return (
    <StudentDashboard
      key={userId}
      userId={userId}
      wasRefused={wasRefused}
      onRefused={() => goToOwn(user.id)}
    />
  )
}

/** A session that is only just being found gets half a second before the login screen (requirements §9). */
function SignInShortly() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), dashboardAuthDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return isOver ? <LeaveTo path={paths.login()} /> : <DashboardLoading />
}

function LeaveTo({ path }: { path: string }) {
  return (
    <Leaving to={path}>
      <DashboardLoading />
    </Leaving>
  )
}
