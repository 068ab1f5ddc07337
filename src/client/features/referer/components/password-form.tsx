import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { passwordMinLength } from '#shared/limits.ts'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { refererPasswordForm } from '#shared/schemas/referer-portal.ts'
import { errorCode, errorText } from '../../../lib/error-text.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { useLaterFocus } from '../../../lib/use-later-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { LengthMeter, PasswordField } from '../../../ui/password-input.tsx'
import { useRefererSession } from '../use-referer-session.ts'

type Values = z.output<typeof refererPasswordForm>

/**
 * Another password ends every session; this browser goes on with the new one. `isMain` where nothing else is to be
 * done on the page.
 */
export function PasswordForm({ code, isMain = false }: { code: string; isMain?: boolean }) {
  const { register, handleSubmit, control, setError, setFocus, formState } = useForm<Values>({
    resolver: zodResolver(refererPasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const password = useWatch({ control, name: 'password' })
  const { signIn } = useRefererSession()
  const change = trpc.referer.changePassword.useMutation()
  const focusLater = useLaterFocus(change.isPending)
  const { errors } = formState

  const submit = handleSubmit(async ({ currentPassword, password: newPassword }) => {
    try {
      const login = await change.mutateAsync({ currentPassword, newPassword })
      toast({ title: words.passwordChangedTitle, description: words.passwordChanged, tone: 'good' })
      signIn(login)
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: words.changeFailed, description: text, tone: 'bad' })
      const field = fieldToBlame(error)
      if (field === null) return
      setError(field, { message: text })
      focusLater(() => setFocus(field))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      {/* Password managers file the new password under this name. */}
      <input type="text" autoComplete="username" value={code} readOnly hidden />
      <fieldset className="form" disabled={change.isPending}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          hint={`At least ${passwordMinLength} characters. Three odd words beat one clever one.`}
          autoComplete="new-password"
          error={errors.password?.message}
          after={<LengthMeter length={password.length} />}
          {...register('password')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <p className="small quiet">A new password signs every other device out.</p>
        <Button
          type="submit"
          variant={isMain ? 'go' : 'line'}
          loading={change.isPending}
          loadingText="Changing…"
        >
          Change password
        </Button>
      </fieldset>
    </form>
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
