import { Link, useSearchParams } from 'react-router'
import { errorText } from '#client/lib/error-text.ts'
import { authToken } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { confirmEmailMessages } from '#shared/messages/account.ts'
import { loginMessages } from '#shared/messages/auth.ts'
import { networkMessages } from '#shared/messages/site.ts'

/**
 * Where the link to a new address leads. It waits for a press: mail scanners open links before their owners do, and a
 * mistyped address must not take an account away.
 */
export function ConfirmEmailScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')?.trim()
  const session = useSession()
  const utils = trpc.useUtils()
  const confirm = trpc.auth.confirmEmailChange.useMutation({
    async onSuccess({ email, isSignedIn }) {
      const own = authToken.read()
      if (isSignedIn && session.user !== null && own !== null) session.signIn(own, { ...session.user, email })
      await utils.auth.invalidate()
    },
  })
  if (!token) {
    return <Failed text={confirmEmailMessages.noToken} />
  }
  if (confirm.isSuccess) return <Done {...confirm.data} />
  if (confirm.isError) return <Failed text={errorText(confirm.error, networkMessages.failed)} />
  return (
    <Page>
      <h1>{confirmEmailMessages.title}</h1>
      <p className="lede">
        You asked for your account to move to the address this link was emailed to. When you confirm, every
        other device will be signed out.
      </p>
      <p className="row actions">
        <Button
          variant="go"
          loading={confirm.isPending}
          loadingText="Confirming…"
          onClick={() => confirm.mutate({ token })}
        >
          {confirmEmailMessages.confirm}
        </Button>
        <LinkButton to={paths.home}>Leave it as it is</LinkButton>
      </p>
    </Page>
  )
}

function Done({ email, isSignedIn }: { email: string; isSignedIn: boolean }) {
  return (
    <Page>
      <h1>{confirmEmailMessages.doneTitle}</h1>
      <Note tone="good" className="lone-note" live="status">
        {confirmEmailMessages.done(email)}
      </Note>
      <p className="row actions">
        <Button asChild variant="go">
          {isSignedIn ? (
            <Link to={paths.account}>Your account</Link>
          ) : (
            <Link to={paths.login()}>{loginMessages.title}</Link>
          )}
        </Button>
      </p>
    </Page>
  )
}

function Failed({ text }: { text: string }) {
  return (
    <Page>
      <h1>{confirmEmailMessages.failedTitle}</h1>
      <Note tone="bad" className="lone-note">
        {text}
      </Note>
      <p className="row actions">
        <LinkButton to={paths.account}>Your account</LinkButton>
      </p>
    </Page>
  )
}
