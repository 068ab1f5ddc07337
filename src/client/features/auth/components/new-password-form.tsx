import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorField, errorStatus, errorText } from '#client/lib/error-text.ts'
import { useFieldError } from '#client/lib/form-fields.ts'
import { HiddenUsername, NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { authToken } from '#client/lib/stored.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { resetPasswordForm } from '#shared/schemas/auth.ts'
import { AccountPage } from './account-page.tsx'
import { turnedAway } from './turned-away.tsx'

export type ResetLink = { token: string; email: string; type: 'user' | 'referer' }

type Values = z.infer<typeof resetPasswordForm>

type NewPasswordFormProps = { link: ResetLink; forgotPath: string; onDone: () => void }

/** The second of three steps: link, new password, done. */
export function NewPasswordForm({ link, forgotPath, onDone }: NewPasswordFormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { user } = useSession()
  const navigate = useNavigate()
  const reset = trpc.auth.resetPassword.useMutation()
  const showError = useFieldError(form, reset.isPending)

  const submit = form.handleSubmit(async (values) => {
    try {
      await reset.mutateAsync({ token: link.token, type: link.type, password: values.password })
      // Every session of the account has ended with the old password; this browser's may belong to another account.
      if (link.type === 'user' && isSameAddress(user?.email, link.email)) authToken.clear()
      onDone()
    } catch (error) {
      refuse(error)
    }
  }, toastInvalid)

  function refuse(error: unknown) {
    if (errorCode(error) === 'RESET_LINK_INVALID') {
      const { expiredLink, expiredLinkText } = resetPasswordMessages
      const state = turnedAway({ title: expiredLink, text: expiredLinkText })
      void navigate(forgotPath, { replace: true, state })
      return
    }
    const { notice, field } = reasonOf(error)
    const title = resetPasswordMessages.failedTitle
    toast({ title, ...(notice !== field && { description: notice }), tone: 'bad' })
    showError('password', field)
  }

  return (
    <AccountPage
      title="New password"
      asideLabel="What follows"
      asideHeading="What follows"
      aside={
        <p className="side-text">
          Every device that is signed in with the old password is signed out. Films, progress and invoices
          stay as they are.
        </p>
      }
    >
      <form onSubmit={submit} noValidate>
        <BusyFieldset className="form" busy={reset.isPending}>
          <p>
            For the account of <strong>{link.email}</strong>
          </p>
          <HiddenUsername email={link.email} />
          <FormProvider {...form}>
            <NewPasswordFields hint={resetPasswordMessages.hint} />
          </FormProvider>
          <Button type="submit" variant="go" full loading={reset.isPending} loadingText="Changing…">
            Change password
          </Button>
        </BusyFieldset>
      </form>
    </AccountPage>
  )
}

function isSameAddress(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

/** The title alone: the sentence stands at the field. */
function toastInvalid(errors: FieldErrors<Values>) {
  const { tooShort, tooShortTitle, failedTitle } = resetPasswordMessages
  const text = errors.password?.message
  if (text !== undefined) toast({ title: text === tooShort ? tooShortTitle : failedTitle, tone: 'bad' })
}

/** The server's sentence where it has one, else that of the status, with what to do at the field (requirements §8). */
function reasonOf(error: unknown): { notice: string; field: string } {
  const { failed, failedBadInput, failedBadInputField, failedServer, failedServerField } =
    resetPasswordMessages
  const code = errorCode(error)
  const status = errorStatus(error)
  const isNameless = code === null || (code === 'BAD_INPUT' && errorField(error) === null)
  if (isNameless && status === 400) return { notice: failedBadInput, field: failedBadInputField }
  if (isNameless && status !== null && status >= 500)
    return { notice: failedServer, field: failedServerField }
  const text = errorText(error, failed)
  return { notice: text, field: text }
}
