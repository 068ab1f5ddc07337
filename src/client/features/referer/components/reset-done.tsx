import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { refererResetMessages as words } from '#shared/messages/password-reset.ts'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Page } from '../../../ui/wrap.tsx'

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
      <Note tone="good" className="mt-6 max-w-[38rem]" live="status">
        {words.completeText}
      </Note>
      <p className="row mt-6">
        <Button asChild variant="go">
          <Link to={paths.clubPortal}>Go to the portal</Link>
        </Button>
      </p>
    </Page>
  )
}
