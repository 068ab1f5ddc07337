import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { LinkButton } from '#client/site/link-button.tsx'
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
      asideLabel="Back to sign in"
      asideHeading="Remembered it after all?"
      aside={
        <>
          <p className="side-offer">The old password works until a new one is set.</p>
          <LinkButton to={isReferer ? paths.refererPortal : paths.login()}>
            {refererResetMessages.backToLogin}
          </LinkButton>
        </>
      }
    >
      <ForgotPasswordForm key={String(isReferer)} type={isReferer ? 'referer' : 'user'} />
    </AccountPage>
  )
}

function ForgotPasswordForm({ type }: { type: 'user' | 'referer' }) {
  const form = useForm<
    z.input<typeof requestPasswordResetInput>,
    unknown,
    z.output<typeof requestPasswordResetInput>
  >({ resolver: zodResolver(requestPasswordResetInput), defaultValues: { email: '', type } })
  const request = trpc.auth.requestPasswordReset.useMutation()
  const focusLater = useLaterFocus(request.isPending)

  const submit = form.handleSubmit(
    async (input) => {
      try {
        await request.mutateAsync(input)
      } catch (error) {
        toastError(refererResetMessages.errorTitle, error, forgotPasswordMessages.failed)
        focusLater(() => form.setFocus('email'))
      }
    },
    ({ email }) => {
      const { emailRequiredTitle, emailRequired } = forgotPasswordMessages
      // The sentence stands at the field.
      if (email?.message === emailRequired) toast({ title: emailRequiredTitle, tone: 'bad' })
    },
  )

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={request.isPending}>
        {request.isSuccess ? (
          <Note tone="good" title={forgotPasswordMessages.sentTitle} live="status">
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
          {...fieldsOf(form)('email')}
        />
        <Button type="submit" variant="go" full loading={request.isPending} loadingText="Sending…">
          {request.isSuccess ? 'Send another link' : 'Send the link'}
        </Button>
      </BusyFieldset>
    </form>
  )
}
