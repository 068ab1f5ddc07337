import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf, useFieldError } from '#client/lib/form-fields.ts'
import { formatMinute } from '#client/lib/format.ts'
import { HiddenUsername, NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterForm } from '#client/lib/use-later-form.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Note } from '#client/ui/alert.tsx'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { changeEmailMessages, changePasswordMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { changeEmailInput, changePasswordForm } from '#shared/schemas/account.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { Changeable, fetchRules } from './changeable.tsx'
import { ROWS } from './section.tsx'

type EmailRowProps = { email: string; pending: { email: string; expiresAt: string } | null }

/** The address changes when the new mailbox confirms it; until then this says so. */
export function EmailRow({ email, pending }: EmailRowProps) {
  const form = useLaterForm<z.output<typeof changeEmailInput>>({
    load: async () => (await fetchRules()).changeEmail,
    defaultValues: { email: '', password: '' },
  })
  const [isOpen, setOpen] = useState(false)
  const utils = trpc.useUtils()
  const change = trpc.auth.changeEmail.useMutation()
  const field = fieldsOf(form)
  const { isSubmitting } = form.formState
  const showError = useFieldError(form, isSubmitting)

  function close() {
    form.reset()
    setOpen(false)
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      const requested = await change.mutateAsync(values)
      close()
      const { askedTitle: title, asked } = changeEmailMessages
      toast({ title, description: asked(requested.email), tone: 'good' })
      void utils.auth.account.invalidate()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      if (errorCode(error) === 'CURRENT_PASSWORD_WRONG') showError('password', text)
      else if (errorCode(error) === 'EMAIL_UNCHANGED') showError('email', text)
      else toastError(changeEmailMessages.failedTitle, error)
    }
  })

  return (
    <Changeable
      row={ROWS.email}
      what="the email address"
      value={
        <>
          <p>
            <strong className="email-text">{email}</strong>
            <span className="second-line">{changeEmailMessages.use}</span>
          </p>
          {pending && (
            <Note tone="caution" live="status" title={changeEmailMessages.waiting(pending.email)}>
              The link there works until {formatMinute(pending.expiresAt)}. Until it is followed, nothing
              changes. Asking again sends a new link.
            </Note>
          )}
        </>
      }
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onCancel={close}
      onSubmit={submit}
      isBusy={isSubmitting}
      submitText="Send a link to the new address"
      busyText="Sending…"
    >
      <TextField label="New email" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <PasswordField
        label="Password, to change the address"
        autoComplete="current-password"
        {...field('password')}
      />
    </Changeable>
  )
}

/** A new password ends every session; this browser gets a new one. */
export function PasswordRow({ user }: { user: UserOutput }) {
  const form = useLaterForm<z.output<typeof changePasswordForm>>({
    load: async () => (await fetchRules()).changePassword,
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  const utils = trpc.useUtils()
  const change = trpc.auth.changePassword.useMutation()
  const { isSubmitting } = form.formState
  const showError = useFieldError(form, isSubmitting)

  function close() {
    form.reset()
    setOpen(false)
  }

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      const { token } = await change.mutateAsync({ currentPassword, password })
      session.signIn(token, user)
      close()
      const { doneTitle, done } = changePasswordMessages
      toast({ title: doneTitle, description: done, tone: 'good' })
      void utils.auth.sessions.invalidate()
      void utils.auth.account.invalidate()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      if (errorCode(error) === 'CURRENT_PASSWORD_WRONG') showError('currentPassword', text)
      else if (errorCode(error) === 'PASSWORD_TOO_COMMON') showError('password', text)
      else toastError(changePasswordMessages.failedTitle, error)
    }
  })

  return (
    <Changeable
      row={ROWS.password}
      what="the password"
      value={<p>{changePasswordMessages.effect}</p>}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onCancel={close}
      onSubmit={submit}
      isBusy={isSubmitting}
      submitText="Change password"
      busyText="Changing…"
    >
      <HiddenUsername email={user.email} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...fieldsOf(form)('currentPassword')}
      />
      <FormProvider {...form}>
        <NewPasswordFields />
      </FormProvider>
    </Changeable>
  )
}
