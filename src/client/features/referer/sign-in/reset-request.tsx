import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { errorText } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Box, Page, Row, Stack } from '#client/ui/layout.tsx'
import { forgotPasswordMessages, refererResetMessages as words } from '#shared/messages/password-reset.ts'
import { requestPasswordResetInput } from '#shared/schemas/auth.ts'

export function ResetRequest() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) return <Sent email={sentTo} onOther={() => setSentTo(null)} />
  return (
    <Page>
      <h1>{words.requestTitle}</h1>
      <p className="lede">
        Give the contact email of your referer account. We send you a link to set a new password.
      </p>
      <Box className="lone-form">
        <RequestForm onSent={setSentTo} />
      </Box>
    </Page>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, setFocus, formState } = useForm<
    z.input<typeof requestPasswordResetInput>,
    unknown,
    z.output<typeof requestPasswordResetInput>
  >({ resolver: zodResolver(requestPasswordResetInput), defaultValues: { email: '', type: 'referer' } })
  const ask = trpc.auth.requestPasswordReset.useMutation()
  const focusLater = useLaterFocus(ask.isPending)

  const submit = handleSubmit(async (input) => {
    try {
      await ask.mutateAsync(input)
      onSent(input.email)
    } catch (error) {
      toast({ title: words.errorTitle, description: errorText(error, words.sendFailed), tone: 'bad' })
      focusLater(() => setFocus('email'))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={ask.isPending}>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" variant="go" full loading={ask.isPending} loadingText="Sending…">
          Send the link
        </Button>
        <p>
          <Link className="link" to={paths.clubPortal}>
            {words.backToLogin}
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}

function Sent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <Page>
      <h1>{words.checkYourEmail}</h1>
      <Box className="lone-form">
        <Stack>
          <p role="status">
            {forgotPasswordMessages.sent} You gave <strong>{email}</strong>.
          </p>
          <Row>
            <Button onClick={onOther}>{words.differentEmail}</Button>
            <Button asChild>
              <Link to={paths.clubPortal}>{words.backToLogin}</Link>
            </Button>
          </Row>
        </Stack>
      </Box>
    </Page>
  )
}
