import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SECTIONS } from '#client/features/account/sections.ts'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { changeEmailMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { changeEmailInput } from '#shared/schemas/account.ts'
import { AccountSection } from './section.tsx'

type Values = z.output<typeof changeEmailInput>

type EmailSectionProps = { email: string; pending: { email: string; expiresAt: string } | null }

/** The address changes when the new mailbox says so; until then this says what is waited for. */
export function EmailSection({ email, pending }: EmailSectionProps) {
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm<Values>({
    resolver: zodResolver(changeEmailInput),
    defaultValues: { email: '', password: '' },
  })
  const utils = trpc.useUtils()
  const change = trpc.auth.changeEmail.useMutation()
  const focusLater = useLaterFocus(change.isPending)
  const { errors } = formState

  const submit = handleSubmit(async (values) => {
    try {
      const asked = await change.mutateAsync(values)
      reset()
      toast({
        title: changeEmailMessages.askedTitle,
        description: changeEmailMessages.asked(asked.email),
        tone: 'good',
      })
      await utils.auth.account.invalidate()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      const field = fieldToBlame(error)
      if (field) {
        setError(field, { message: text })
        focusLater(() => setFocus(field))
      }
      toast({ title: changeEmailMessages.failedTitle, description: text, tone: 'bad' })
    }
  })

  return (
    <AccountSection {...SECTIONS.email}>
      <p>
        You sign in with <strong>{email}</strong>. Invoices and links go there.
      </p>
      {pending && (
        <Note tone="caution" live="status" title={changeEmailMessages.waiting(pending.email)}>
          The link there works until {formatMinute(pending.expiresAt)}. Until it is followed, nothing changes.
          Asking again sends a new link.
        </Note>
      )}
      <form className="no-print" onSubmit={submit} noValidate>
        <BusyFieldset className="form" busy={change.isPending}>
          <TextField
            label="New email"
            type="email"
            inputMode="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label="Password, to change the address"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
          <Button type="submit" loading={change.isPending} loadingText="Sending…">
            Send a link to the new address
          </Button>
        </BusyFieldset>
      </form>
    </AccountSection>
  )
}

function fieldToBlame(error: unknown): keyof Values | null {
  switch (errorCode(error)) {
    case 'CURRENT_PASSWORD_WRONG':
      return 'password'
    case 'EMAIL_UNCHANGED':
      return 'email'
    default:
      return null
  }
}
