import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
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
import { Box, Page } from '#client/ui/layout.tsx'
import { refererResetMessages as words } from '#shared/messages/password-reset.ts'
import { refererResetForm } from '#shared/schemas/referer.ts'

type Values = z.output<typeof refererResetForm>

type ResetFormProps = { token: string; onDone: () => void }

/** The new password, twice; a link that works no more leads to another. */
export function ResetForm({ token, onDone }: ResetFormProps) {
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
      const text = isDead ? words.resetFailed : errorText(error, words.resetFailed)
      toast({ title: words.errorTitle, description: text, tone: 'bad' })
      if (isDead) return setLinkDead(true)
      setError('password', { message: text })
      focusLater(() => setFocus('password'))
    }
  })

  if (isLinkDead) return <DeadLink />
  return (
    <Page>
      <h1>{words.formTitle}</h1>
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
      <h1>{words.formTitle}</h1>
      <Note
        tone="bad"
        className="lone-form"
        title={words.deadLinkTitle}
        actions={
          <Button asChild>
            <Link to={paths.refererResetPassword()}>Ask for a new link</Link>
          </Button>
        }
      >
        {words.deadLink}
      </Note>
    </Page>
  )
}
