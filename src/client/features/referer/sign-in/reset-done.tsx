import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { refererResetMessages as words } from '#shared/messages/password-reset.ts'

/** Goes on to the portal by itself after three seconds (requirements §2). */
export function ResetDone() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(paths.clubPortal, { replace: true }),
      passwordResetRedirectMs,
    )
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <Page>
      <h1>{words.complete}</h1>
      <Note tone="good" className="lone-form" live="status">
        {words.completeText}
      </Note>
      <p className="row actions">
        <Button asChild variant="go">
          <Link to={paths.clubPortal}>Go to the portal</Link>
        </Button>
      </p>
    </Page>
  )
}
