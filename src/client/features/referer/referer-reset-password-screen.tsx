import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { clearToasts, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Box, Page, Row, Stack } from '#client/ui/layout.tsx'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { refererResetMessages as copy, forgotPasswordMessages } from '#shared/messages/password-reset.ts'
import { requestPasswordResetInput } from '#shared/schemas/auth.ts'
import { refererResetForm } from '#shared/schemas/referer.ts'

/** Without a token it sends one; with one, in the path or the query, it sets the new password. */
export function RefererResetPasswordScreen() {
  const { token: inPath } = useParams()
  const [search] = useSearchParams()
  const token = (inPath ?? search.get('token') ?? '').trim()
  const [isDone, setDone] = useState(false)
  if (isDone) return <ResetDone />
  if (token === '') return <ResetRequest />
  return <ResetForm key={token} token={token} onDone={() => setDone(true)} />
}

function ResetRequest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <Page>
      <h1>{copy.requestTitle}</h1>
      <p className="lede">
        Give the contact email of your referer account. We send you a link to set a new password.
      </p>
      <Box className="lone-form">
        <RequestForm onSent={setSentTo} />
      </Box>
    </Page>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setFocus, formState } = useForm<
    z.input<typeof requestPasswordResetInput>,
    unknown,
    z.output<typeof requestPasswordResetInput>
  >({ resolver: zodResolver(requestPasswordResetInput), defaultValues: { email: '', type: 'referer' } })
  const ask = trpc.auth.requestPasswordReset.useMutation()
  const focusLater = useLaterFocus(ask.isPending)

  const submit = handleSubmit(async (input) => {
    try {
      await ask.mutateAsync(input)
      onSent(input.email)
    } catch (error) {
      toast({ title: copy.errorTitle, description: errorText(error, copy.sendFailed), tone: 'bad' })
      focusLater(() => setFocus('email'))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={ask.isPending}>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="go" full loading={ask.isPending} loadingText="Sending…">
          Send the link
        </Button>
        <p>
          <Link className="link" to={paths.clubPortal}>
            {copy.backToLogin}
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}

function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <Page>
      <h1>{copy.checkYourEmail}</h1>
      <Box className="lone-form">
        <Stack>
          <p role="status">
            {forgotPasswordMessages.sent} You gave <strong>{email}</strong>.
          </p>
          <Row>
            <Button onClick={onOther}>{copy.differentEmail}</Button>
            <Button asChild>
              <Link to={paths.clubPortal}>{copy.backToLogin}</Link>
            </Button>
          </Row>
        </Stack>
      </Box>
    </Page>
  )
}

type Values = z.output<typeof refererResetForm>

type ResetFormProps = { token: string; onDone: () => void }

/** The new password, twice; a link that works no more leads to another. */
function ResetForm({ token, onDone }: ResetFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(refererResetForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { handleSubmit, setError, setFocus } = form
  const [isLinkDead, setLinkDead] = useState(false)
  const reset = trpc.auth.resetPassword.useMutation()
  const focusLater = useLaterFocus(reset.isPending)

  const submit = handleSubmit(async ({ password: newPassword }) => {
    try {
      await reset.mutateAsync({ token, newPassword, type: 'referer' })
      clearToasts()
      onDone()
    } catch (error) {
      const isDead = errorCode(error) === 'RESET_LINK_INVALID'
      // The page itself says why a link is dead.
      const text = isDead ? copy.resetFailed : errorText(error, copy.resetFailed)
      toast({ title: copy.errorTitle, description: text, tone: 'bad' })
      if (isDead) return setLinkDead(true)
      setError('password', { message: text })
      focusLater(() => setFocus('password'))
    }
  })

  if (isLinkDead) return <DeadLink />
  return (
    <Page>
      <h1>{copy.formTitle}</h1>
      <Box className="lone-form">
        <form onSubmit={submit} noValidate>
          <BusyFieldset className="form" busy={reset.isPending}>
            <FormProvider {...form}>
              <NewPasswordFields />
            </FormProvider>
            <Button type="submit" variant="go" full loading={reset.isPending} loadingText="Changing…">
              Change password
            </Button>
          </BusyFieldset>
        </form>
      </Box>
    </Page>
  )
}

function DeadLink() {
  return (
    <Page>
      <h1>{copy.formTitle}</h1>
      <Note
        tone="bad"
        className="lone-form"
        title={copy.deadLinkTitle}
        actions={
          <Button asChild>
            <Link to={paths.refererResetPassword()}>Ask for a new link</Link>
          </Button>
        }
      >
        {copy.deadLink}
      </Note>
    </Page>
  )
}

/** Goes on to the portal by itself after three seconds (requirements §2). */
function ResetDone() {
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
      <h1>{copy.complete}</h1>
      <Note tone="good" className="lone-form" live="status">
        {copy.completeText}
      </Note>
      <p className="row actions">
        <Button asChild variant="go">
          <Link to={paths.clubPortal}>Go to the portal</Link>
        </Button>
      </p>
    </Page>
  )
}
