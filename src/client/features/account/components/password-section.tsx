import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SECTIONS } from '#client/features/account/sections.ts'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { changePasswordMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { changePasswordForm } from '#shared/schemas/account.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { AccountSection } from './section.tsx'

type Values = z.output<typeof changePasswordForm>

/** A new password ends every session; this browser is given a new one. */
export function PasswordSection({ user }: { user: UserOutput }) {
  const form = useForm<Values>({
    resolver: zodResolver(changePasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, setError, setFocus, reset, formState } = form
  const session = useSession()
  const utils = trpc.useUtils()
  const change = trpc.auth.changePassword.useMutation()
  const focusLater = useLaterFocus(change.isPending)
  const { errors } = formState

  const submit = handleSubmit(async ({ currentPassword, password: next }) => {
    try {
      const { token } = await change.mutateAsync({ currentPassword, password: next })
      session.signIn(token, user)
      reset()
      const { doneTitle, done } = changePasswordMessages
      toast({ title: doneTitle, description: done, tone: 'good' })
      await Promise.all([utils.auth.sessions.invalidate(), utils.auth.account.invalidate()])
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      const field = fieldToBlame(error)
      if (field) {
        setError(field, { message: text })
        focusLater(() => setFocus(field))
      }
      toast({ title: changePasswordMessages.failedTitle, description: text, tone: 'bad' })
    }
  })

  return (
    <AccountSection {...SECTIONS.password} isOnScreenOnly>
      <form onSubmit={submit} noValidate>
        {/* Password managers file the new password under this name. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <BusyFieldset className="form" busy={change.isPending}>
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
          <FormProvider {...form}>
            <NewPasswordFields />
          </FormProvider>
          <p className="small quiet">A new password signs every other device out.</p>
          <Button type="submit" loading={change.isPending} loadingText="Changing…">
            Change password
          </Button>
        </BusyFieldset>
      </form>
    </AccountSection>
  )
}

function fieldToBlame(error: unknown): keyof Values | null {
  switch (errorCode(error)) {
    case 'CURRENT_PASSWORD_WRONG':
      return 'currentPassword'
    case 'PASSWORD_TOO_COMMON':
      return 'password'
    default:
      return null
  }
}
