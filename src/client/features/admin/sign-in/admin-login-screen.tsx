import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate } from 'react-router'
import type { z } from 'zod'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button, TextButton } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Box, Page, Row, Split } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { adminCodeMinutes } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { loginMessages } from '#shared/messages/auth.ts'
import { adminLoginInput } from '#shared/schemas/admin.ts'
import { CodeField, CodeMethods, useCodeEntry } from './code-field.tsx'
import { useAdminSession } from './use-admin-session.ts'

type Challenge = { sessionToken: string; adminEmail: string; hasApp: boolean }

/** Credentials first, then the six digits that were mailed (requirements §2, §4). */
export function AdminLoginScreen() {
  const session = useAdminSession()
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  if (session.check.data?.valid) return <Navigate to={paths.admin} replace />

  function leaveCode(reason: string | null) {
    setProblem(reason)
    setChallenge(null)
  }

  return (
    <Page>
      <div className="admin-login">
        <h1>{adminLoginMessages.title}</h1>
        <Box className="page-part">
          {challenge ? (
            <CodeStep
              {...challenge}
              onVerified={(adminEmail) => session.signedIn(adminEmail)}
              onExpired={leaveCode}
              onBack={() => leaveCode(null)}
            />
          ) : (
            <LoginStep
              email={email}
              problem={problem}
              onAccepted={(given, answer) => {
                setEmail(given)
                setChallenge(answer)
              }}
            />
          )}
        </Box>
      </div>
    </Page>
  )
}

type LoginStepProps = {
  /** What was typed before, when the code was left again. */
  email: string
  /** Why the code was left. */
  problem: string | null
  onAccepted: (email: string, answer: { sessionToken: string; adminEmail: string; hasApp: boolean }) => void
}

function LoginStep({ email, problem, onAccepted }: LoginStepProps) {
  const [refusal, setRefusal] = useState(problem)
  const form = useForm<z.output<typeof adminLoginInput>>({
    resolver: zodResolver(adminLoginInput),
    defaultValues: { email, password: '' },
  })
  const login = trpc.admin.login.useMutation()
  const focusLater = useLaterFocus(login.isPending)
  const field = fieldsOf(form)

  const submit = form.handleSubmit(async (credentials) => {
    setRefusal(null)
    try {
      const answer = await login.mutateAsync(credentials)
      toast({ title: adminLoginMessages.codeSent, description: answer.message, tone: 'good' })
      onAccepted(credentials.email, answer)
    } catch (error) {
      const text = failureText(error, adminLoginMessages.failed)
      toast({ title: text, tone: 'bad' })
      setRefusal(text)
      focusLater(() => form.setFocus('password', { shouldSelect: true }))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={login.isPending}>
        {refusal && (
          <Note tone="bad" title={refusal} live="off">
            {refusal === adminLoginMessages.failed && loginMessages.checkCredentials}
          </Note>
        )}
        <TextField label="Email" type="email" inputMode="email" autoComplete="username" {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" variant="go" full loading={login.isPending} loadingText="Checking…">
          Sign In
        </Button>
        <p className="small quiet">
          Forgotten your password? On the server: <code className="one-line">npm run admin -- reset</code> and
          your address.
        </p>
        <p>
          <Link className="link" to={paths.home}>
            Back to homepage
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}

type CodeStepProps = {
  sessionToken: string
  adminEmail: string
  /** An authenticator app or a recovery code will do as well. */
  hasApp: boolean
  onVerified: (adminEmail: string) => void
  /** The challenge is over, by time or by tries: only a new login helps. */
  onExpired: (reason: string) => void
  onBack: () => void
}

function CodeStep({ sessionToken, adminEmail, hasApp, onVerified, onExpired, onBack }: CodeStepProps) {
  const entry = useCodeEntry('email')
  const { field } = entry
  useEffect(() => field.current?.focus(), [field])

  const verify = trpc.admin.verifyCode.useMutation({
    onSuccess(answer) {
      toast({ title: adminLoginMessages.signedIn, tone: 'good' })
      onVerified(answer.adminEmail)
    },
    onError: (error) => showFailure(error, adminLoginMessages.verifyFailed),
  })
  const resend = trpc.admin.resendCode.useMutation({
    onSuccess() {
      entry.restart()
      toast({
        title: adminLoginMessages.codeResent,
        description: adminLoginMessages.codeSentText,
        tone: 'good',
      })
    },
    onError: (error) => showFailure(error, adminLoginMessages.resendFailed),
  })

  function showFailure(error: unknown, fallback: string) {
    const text = failureText(error, fallback)
    toast({ title: text, tone: 'bad' })
    if (errorCode(error) === 'ADMIN_CODE_EXPIRED') return onExpired(text)
    entry.refuse(text)
  }

  const submit = entry.submitting(verify.isPending, (authCode) =>
    verify.mutate({ sessionToken, authCode, method: entry.method }),
  )

  return (
    <form className="form" onSubmit={submit} noValidate>
      {entry.method === 'email' && (
        <p>
          A code is on its way to <strong>{adminEmail}</strong>. It works for {adminCodeMinutes} minutes.
        </p>
      )}
      <CodeField {...entry.fieldProps} />
      <Button
        type="submit"
        variant="go"
        full
        disabledWhy={entry.missing}
        loading={verify.isPending}
        loadingText="Verifying…"
      >
        Verify
      </Button>
      <Split>
        {entry.method === 'email' ? (
          <TextButton busy={resend.isPending} onClick={() => resend.mutate({ sessionToken })}>
            Resend code
          </TextButton>
        ) : (
          <span />
        )}
        <TextButton onClick={onBack}>Back to login</TextButton>
      </Split>
      {hasApp && (
        <Row>
          <CodeMethods current={entry.method} onChoose={entry.restart} />
        </Row>
      )}
    </form>
  )
}
