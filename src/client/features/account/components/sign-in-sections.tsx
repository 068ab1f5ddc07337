import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf, useFieldError } from '#client/lib/form-fields.ts'
import { formatMinute } from '#client/lib/format.ts'
import { HiddenUsername, NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { changeEmailMessages, changePasswordMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { changeEmailInput, changePasswordForm } from '#shared/schemas/account.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { Changeable } from './changeable.tsx'
import { AccountSection, SECTIONS } from './section.tsx'

type EmailSectionProps = { email: string; pending: { email: string; expiresAt: string } | null }

/** The address changes when the new mailbox confirms it; until then this says so. */
export function EmailSection({ email, pending }: EmailSectionProps) {
  const form = useForm<z.output<typeof changeEmailInput>>({
    resolver: zodResolver(changeEmailInput),
    defaultValues: { email: '', password: '' },
  })
  const utils = trpc.useUtils()
  const change = trpc.auth.changeEmail.useMutation()
  const field = fieldsOf(form)
  const showError = useFieldError(form, change.isPending)

  const submit = form.handleSubmit(async (values) => {
    try {
      const requested = await change.mutateAsync(values)
      form.reset()
      const { askedTitle: title, asked } = changeEmailMessages
      toast({ title, description: asked(requested.email), tone: 'good' })
      await utils.auth.account.invalidate()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      if (errorCode(error) === 'CURRENT_PASSWORD_WRONG') showError('password', text)
      else if (errorCode(error) === 'EMAIL_UNCHANGED') showError('email', text)
      else toastError(changeEmailMessages.failedTitle, error)
    }
  })

  return (
    <AccountSection {...SECTIONS.email}>
      {pending && (
        <Note tone="caution" live="status" title={changeEmailMessages.waiting(pending.email)}>
          The link there works until {formatMinute(pending.expiresAt)}. Until it is followed, nothing changes.
          Asking again sends a new link.
        </Note>
      )}
      <Changeable
        what="the email address"
        value={
          <p>
            You sign in with <strong className="email-text">{email}</strong>. Invoices and links go there.
          </p>
        }
        isBusy={change.isPending}
        onCancel={() => form.reset()}
      >
        <form className="no-print" onSubmit={submit} noValidate>
          <BusyFieldset className="form" busy={change.isPending}>
            <TextField
              label="New email"
              type="email"
              inputMode="email"
              autoComplete="email"
              {...field('email')}
            />
            <PasswordField
              label="Password, to change the address"
              autoComplete="current-password"
              {...field('password')}
            />
            <Button type="submit" loading={change.isPending} loadingText="Sending…">
              Send a link to the new address
            </Button>
          </BusyFieldset>
        </form>
      </Changeable>
    </AccountSection>
  )
}

/** A new password ends every session; this browser gets a new one. */
export function PasswordSection({ user }: { user: UserOutput }) {
  const form = useForm<z.output<typeof changePasswordForm>>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const session = useSession()
  const utils = trpc.useUtils()
  const change = trpc.auth.changePassword.useMutation()
  const showError = useFieldError(form, change.isPending)

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      const { token } = await change.mutateAsync({ currentPassword, password })
      session.signIn(token, user)
      form.reset()
      const { doneTitle, done } = changePasswordMessages
      toast({ title: doneTitle, description: done, tone: 'good' })
      await Promise.all([utils.auth.sessions.invalidate(), utils.auth.account.invalidate()])
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      if (errorCode(error) === 'CURRENT_PASSWORD_WRONG') showError('currentPassword', text)
      else if (errorCode(error) === 'PASSWORD_TOO_COMMON') showError('password', text)
      else toastError(changePasswordMessages.failedTitle, error)
    }
  })

  return (
    <AccountSection {...SECTIONS.password} isOnScreenOnly>
      <Changeable
        what="the password"
        value={<p>A new password signs every other device out.</p>}
        isBusy={change.isPending}
        onCancel={() => form.reset()}
      >
        <form onSubmit={submit} noValidate>
          <HiddenUsername email={user.email} />
          <BusyFieldset className="form" busy={change.isPending}>
            <PasswordField
              label="Current password"
              autoComplete="current-password"
              {...fieldsOf(form)('currentPassword')}
            />
            <FormProvider {...form}>
              <NewPasswordFields />
            </FormProvider>
            <Button type="submit" loading={change.isPending} loadingText="Changing…">
              Change password
            </Button>
          </BusyFieldset>
        </form>
      </Changeable>
    </AccountSection>
  )
}
