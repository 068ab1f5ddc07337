import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type ErrorCode, errorCode, errorText } from '#client/lib/error-text.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Box, Page, Stack } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { refererPortalMessages as copy, refererLoginMessages } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { type RefererAccountOutput, refererPasswordForm } from '#shared/schemas/referer-portal.ts'
import { useRefererSession } from './use-referer-session.ts'

type Values = z.output<typeof refererPasswordForm>

/**
 * Another password ends every session; this browser goes on with the new one. `isMain` where nothing else is to be
 * done on the page.
 */
export function PasswordForm({ code, isMain = false }: { code: string; isMain?: boolean }) {
  const form = useForm<Values>({
    resolver: zodResolver(refererPasswordForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, setError, setFocus, formState } = form
  const { signIn } = useRefererSession()
  const change = trpc.referer.changePassword.useMutation()
  const focusLater = useLaterFocus(change.isPending)
  const { errors } = formState

  const submit = handleSubmit(async ({ currentPassword, password: newPassword }) => {
    try {
      const login = await change.mutateAsync({ currentPassword, newPassword })
      toast({ title: copy.passwordChangedTitle, description: copy.passwordChanged, tone: 'good' })
      signIn(login)
      form.reset()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.changeFailed, description: text, tone: 'bad' })
      const code = errorCode(error)
      const blamed = code && BLAMED[code]
      if (!blamed) return
      setError(blamed, { message: text })
      focusLater(() => setFocus(blamed))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      {/* Password managers file the new password under this name. */}
      <input type="text" autoComplete="username" value={code} readOnly hidden />
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
        <Button
          type="submit"
          variant={isMain ? 'go' : 'line'}
          loading={change.isPending}
          loadingText="Changing…"
        >
          Change password
        </Button>
      </BusyFieldset>
    </form>
  )
}

const BLAMED: Partial<Record<ErrorCode, keyof Values>> = {
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  PASSWORD_TOO_COMMON: 'password',
}

/** A password that an admin set is known to two people, so the portal asks for another before anything else. */
export function OwnPassword({ account }: { account: RefererAccountOutput }) {
  return (
    <Page>
      <h1>{refererLoginMessages.title}</h1>
      <p className="lede">{account.name}</p>
      <Box className="lone-form">
        <Stack>
          <Note title="One thing first">{copy.newPasswordNeeded}</Note>
          <PasswordForm code={account.referralCode} isMain />
        </Stack>
      </Box>
    </Page>
  )
}
