import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { PageSpinner } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { NewPasswordForm, type ResetLink } from './components/new-password-form.tsx'
import { turnedAway } from './components/turned-away.tsx'

export function ResetPasswordScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')?.trim()
  if (!token) {
    const { invalidLink, invalidLinkText } = resetPasswordMessages
    return <TurnAway to={paths.login()} title={invalidLink} text={invalidLinkText} />
  }
  return <LinkCheck token={token} type={search.get('type') === 'referer' ? 'referer' : 'user'} />
}

/** Says why on the page it goes to: the one where the person can do something about it. */
function TurnAway({ to, title, text }: { to: string; title: string; text: string }) {
  return <Navigate to={to} replace state={turnedAway({ title, text })} />
}

function LinkCheck({ token, type }: { token: string; type: 'user' | 'referer' }) {
  const { client } = trpc.useUtils()
  const check = useQuery({
    queryKey: ['reset-link', token],
    queryFn: () => client.auth.verifyResetToken.mutate({ token }),
    // The link may have run out since it was looked at.
    gcTime: 0,
  })
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done type={check.data?.type ?? type} />
  if (check.isPending) return <PageSpinner />
  if (check.isError && errorCode(check.error) !== 'BAD_INPUT') {
    return <CheckFailed error={check.error} onRetry={() => void check.refetch()} />
  }
  const link = readLink(token, check.data)
  if (link === null) {
    const { expiredLink, expiredLinkText } = resetPasswordMessages
    return <TurnAway to={forgotPath(type)} title={expiredLink} text={expiredLinkText} />
  }
  return <NewPasswordForm link={link} forgotPath={forgotPath(link.type)} onDone={() => setDone(true)} />
}

type CheckedLink = { valid: boolean; email: string | null; type: 'user' | 'referer' | null }

function readLink(token: string, checked: CheckedLink | undefined): ResetLink | null {
  if (!checked?.valid || checked.type === null) return null
  return { token, email: checked.email ?? '', type: checked.type }
}

function forgotPath(type: 'user' | 'referer') {
  return paths.forgotPassword(type === 'referer' ? 'referer' : undefined)
}

function CheckFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page>
      <h1>New password</h1>
      <Note
        tone="bad"
        className="lone-form"
        title="The link could not be checked"
        actions={<Button onClick={onRetry}>Try again</Button>}
      >
        {errorText(error, networkMessages.failed)}
      </Note>
    </Page>
  )
}

function Done({ type }: { type: 'user' | 'referer' }) {
  const navigate = useNavigate()
  const to = type === 'referer' ? paths.refererPortal : paths.login()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(to, { replace: true }), passwordResetRedirectMs)
    return () => clearTimeout(timer)
  }, [navigate, to])
  return (
    <Page>
      <h1>{resetPasswordMessages.doneTitle}</h1>
      <Note tone="good" className="lone-form" live="status">
        {resetPasswordMessages.done}
      </Note>
      <p className="row actions">
        <LinkButton to={to} variant="go">
          Sign In
        </LinkButton>
      </p>
    </Page>
  )
}
