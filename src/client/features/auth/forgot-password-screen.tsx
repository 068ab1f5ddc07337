import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { errorText } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { forgotPasswordMessages, refererResetMessages } from '#shared/messages/password-reset.ts'
import { requestPasswordResetInput } from '#shared/schemas/auth.ts'
import { AccountPage } from './components/account-page.tsx'
import { TurnedAway } from './components/turned-away.tsx'

export function ForgotPasswordScreen() {
  const [search] = useSearchParams()
  const isReferer = search.get('type') === 'referer'
  return (
    <AccountPage
      title="Forgotten your password?"
      lede="Give the address of your account. We send you a link to set a new password."
      aside={<Remembered isReferer={isReferer} />}
      asideLabel="Back to sign in"
    >
      <ForgotPasswordForm key={String(isReferer)} type={isReferer ? 'referer' : 'user'} />
    </AccountPage>
  )
}

function ForgotPasswordForm({ type }: { type: 'user' | 'referer' }) {
  const { register, handleSubmit, setFocus, formState } = useForm<
    z.input<typeof requestPasswordResetInput>,
    unknown,
    z.output<typeof requestPasswordResetInput>
  >({ resolver: zodResolver(requestPasswordResetInput), defaultValues: { email: '', type } })
  const ask = trpc.auth.requestPasswordReset.useMutation()
  const focusLater = useLaterFocus(ask.isPending)
  const { errors } = formState

  const submit = handleSubmit(
    async (input) => {
      try {
        await ask.mutateAsync(input)
        const { sentTitle, sent } = forgotPasswordMessages
        toast({ title: sentTitle, description: sent, tone: 'good' })
      } catch (error) {
        const description = errorText(error, forgotPasswordMessages.failed)
        toast({ title: refererResetMessages.errorTitle, description, tone: 'bad' })
        focusLater(() => setFocus('email'))
      }
    },
    ({ email }) => {
      const { emailRequiredTitle, emailRequired } = forgotPasswordMessages
      if (email?.message === emailRequired) {
        toast({ title: emailRequiredTitle, description: emailRequired, tone: 'bad' })
      }
    },
  )

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={ask.isPending}>
        {ask.isSuccess ? (
          <Note tone="good" title={forgotPasswordMessages.sentTitle} live="off">
            {forgotPasswordMessages.sent}
          </Note>
        ) : (
          <TurnedAway />
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="go" full loading={ask.isPending} loadingText="Sending…">
          {ask.isSuccess ? 'Send another link' : 'Send the link'}
        </Button>
      </BusyFieldset>
    </form>
  )
}

function Remembered({ isReferer }: { isReferer: boolean }) {
  return (
    <>
      <h2 className="side-heading">Remembered it after all?</h2>
      <p className="side-offer">The old password works until a new one is set.</p>
      <Button asChild>
        <Link to={isReferer ? paths.refererPortal : paths.login()}>{refererResetMessages.backToLogin}</Link>
      </Button>
    </>
  )
}
