import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
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
    </Page>
  )
}

type RequireStudentProps = {
  /** Where a person who is not signed in is sent. */
  signInPath: string
  children: (user: UserOutput) => ReactNode
}

/** For screens of a signed-in student: a spinner while that is found out, else off to sign in. */
export function RequireStudent({ signInPath, children }: RequireStudentProps) {
  const { status, user } = useSession()
  if (status === 'loading') return <PageSpinner />
  if (user === null) return <Navigate to={signInPath} replace />
  return children(user)
}
