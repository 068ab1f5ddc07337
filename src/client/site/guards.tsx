import { type ReactNode, useDeferredValue } from 'react'
import { Navigate } from 'react-router'
import { useIsInBrowser } from '#client/lib/use-is-in-browser.ts'
import { Note } from '#client/ui/alert.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { networkMessages } from '#shared/messages/site.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { useSession } from './session/use-session.ts'

/** A whole page that waits. */
export function PageSpinner({ label = networkMessages.loading }: { label?: string }) {
  return (
    <Page>
      <Spinner large label={label} />
      <ScriptNeeded />
    </Page>
  )
}

/** For whom nothing more would come. */
export function ScriptNeeded() {
  return (
    <noscript>
      <Note tone="bad" live="off" className="page-part" title={networkMessages.scriptNeededTitle}>
        {networkMessages.scriptNeeded}
      </Note>
    </noscript>
  )
}

/** Goes to another address, and keeps what stands here until it is reached, so that the footer does not jump. */
export function Leaving({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <Navigate to={to} replace />
      {children}
    </>
  )
}

type RequireStudentProps = {
  /** Where a person who is not signed in is sent. */
  signInPath: string
  /** What stands there until it is known who is signed in: the boxes of the screen. */
  pending: ReactNode
  children: (user: UserOutput) => ReactNode
}

/** For screens of a signed-in student: the screen's boxes while that is found out, else off to sign in. */
export function RequireStudent({ signInPath, pending, children }: RequireStudentProps) {
  const { status, user } = useSession()
  const isInBrowser = useIsInBrowser()
  // The skeleton stays while React renders what replaces it, so that a press can come in between.
  const shownTo = useDeferredValue(user?.id)
  if (!isInBrowser || status === 'loading') return pending
  if (user === null) return <Leaving to={signInPath}>{pending}</Leaving>
  return shownTo === user.id ? children(user) : pending
}
