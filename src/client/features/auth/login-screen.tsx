import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { pendingVerification } from '#client/lib/stored.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { PageSpinner } from '#client/site/guards.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { afterSignIn, paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { loginMessages } from '#shared/messages/auth.ts'
import { loginInput } from '#shared/schemas/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { ResendVerification } from './components/resend-verification.tsx'
import { TurnedAway, useArrivedEmail } from './components/turned-away.tsx'

export function LoginScreen() {
  const { status, user } = useSession()
  const [search] = useSearchParams()
  const target = afterSignIn(search)
  if (status === 'loading') return <PageSpinner />
  if (user !== null) return <Navigate to={target} replace />
  const isBuying = target === paths.checkout
  return (
    <AccountPage
      title={loginMessages.title}
      lede={isBuying && 'Your cart is kept. With an account you sign in, and go straight on to pay.'}
      step={isBuying ? 'Account' : undefined}
      asideLabel="New here"
      asideHeading={isBuying ? 'First time here?' : 'New here?'}
      asideFirst={isBuying}
      aside={
        <>
          <p className="side-offer">
            {isBuying
              ? 'An account takes a username, an email address and a password. A link in your email confirms it.'
              : 'Your films are kept in an account, with your place in each.'}
          </p>
          <LinkButton to={paths.register(isBuying ? 'checkout' : undefined)}>
            {isBuying ? 'Create an account' : 'Sign Up'}
          </LinkButton>
        </>
      }
    >
      <LoginForm target={target} />
    </AccountPage>
  )
}

type Problem = { kind: 'refused'; text: string } | { kind: 'unverified'; email: string; text: string }

function LoginForm({ target }: { target: string }) {
  const session = useSession()
  const arrivedEmail = useArrivedEmail()
  const [problem, setProblem] = useState<Problem | null>(null)
  const form = useForm<z.input<typeof loginInput>, unknown, z.output<typeof loginInput>>({
    resolver: zodResolver(loginInput),
    defaultValues: { email: arrivedEmail, password: '' },
  })
  const login = trpc.auth.login.useMutation()
  const focusLater = useLaterFocus(login.isPending)
  const field = fieldsOf(form)

  const signIn = form.handleSubmit(async (credentials) => {
    setProblem(null)
    try {
      const answer = await login.mutateAsync(credentials)
      if (!answer.success) return showUnverified(answer)
      toast({ title: loginMessages.welcomeBack, tone: 'good' })
      session.signIn(answer.token, answer.user)
    } catch (error) {
      const isRefusal = errorCode(error) !== null
      const text = errorText(error, isRefusal ? loginMessages.checkCredentials : loginMessages.unexpected)
      setProblem({ kind: 'refused', text })
      focusLater(() => form.setFocus('password', { shouldSelect: true }))
    }
  })

  function showUnverified({ email, message }: { email: string; message: string }) {
    pendingVerification.write({ ...keptOf(email), email, redirectTo: whereTo(email, target), message })
    setProblem({ kind: 'unverified', email, text: message })
  }

  return (
    <form method="dialog" onSubmit={signIn} noValidate>
      <BusyFieldset className="form" busy={login.isPending}>
        {problem === null && <TurnedAway />}
        {problem?.kind === 'refused' && (
          <Note tone="bad" title={loginMessages.failedTitle}>
            {problem.text}
          </Note>
        )}
        {problem?.kind === 'unverified' && (
          <Note
            tone="caution"
            live="status"
            title={loginMessages.verificationNeededTitle}
            actions={<ResendVerification email={problem.email} size="sm" />}
          >
            {problem.text}
          </Note>
        )}
        <TextField label="Email" type="email" autoComplete="username" inputMode="email" {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" variant="go" full loading={login.isPending} loadingText="Signing in…">
          {loginMessages.title}
        </Button>
        <p className="row">
          <Link className="link" to={paths.forgotPassword()}>
            Forgotten your password?
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}

/** Where a confirmed address leads: a sign-in without a target of its own keeps that of the registration. */
function whereTo(email: string, target: string): string {
  return target === paths.home ? (keptOf(email)?.redirectTo ?? target) : target
}

/** What this browser kept of the registration with an address. */
function keptOf(email: string) {
  const kept = pendingVerification.read()
  return kept?.email.toLowerCase() === email.toLowerCase() ? kept : null
}
