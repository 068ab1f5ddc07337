import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { useRefererSession } from '#client/features/referer/sign-in/use-referer-session.ts'
import { errorText } from '#client/lib/error-text.ts'
import { clearToasts, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Box, Page, Stack, TwoColumns } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { refererLoginMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { refererLoginInput } from '#shared/schemas/referer.ts'

export function PortalLogin({ hasEnded }: { hasEnded: boolean }) {
  return (
    <Page>
      <h1>{copy.title}</h1>
      <p className="lede">What your code has earned, what was paid, and the statements.</p>
      <TwoColumns aside={<NotYet />} asideLabel="Become a referer">
        <Box>
          <Stack>
            {hasEnded && <Note tone="caution">{copy.sessionEnded}</Note>}
            <LoginForm />
          </Stack>
        </Box>
      </TwoColumns>
    </Page>
  )
}

function LoginForm() {
  const { signIn } = useRefererSession()
  const [refusal, setRefusal] = useState<string | null>(null)
  const { register, handleSubmit, setFocus, formState } = useForm<z.input<typeof refererLoginInput>>({
    resolver: zodResolver(refererLoginInput),
    defaultValues: { referralCode: '', password: '' },
  })
  const login = trpc.referer.login.useMutation()
  const focusLater = useLaterFocus(login.isPending)
  const { errors } = formState

  const submit = handleSubmit(async (credentials) => {
    setRefusal(null)
    try {
      const answer = await login.mutateAsync(credentials)
      clearToasts()
      signIn(answer)
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.failedTitle, description: text, tone: 'bad' })
      setRefusal(text)
      focusLater(() => setFocus('password', { shouldSelect: true }))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={login.isPending}>
        {refusal !== null && (
          <Note tone="bad" title={copy.failedTitle} live="off">
            {refusal}
          </Note>
        )}
        <TextField
          label="Referral code"
          look="caps"
          autoComplete="username"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          error={errors.referralCode?.message}
          {...register('referralCode')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" variant="go" full loading={login.isPending} loadingText="Logging in…">
          Log in
        </Button>
        <p>
          <Link className="link" to={paths.forgotPassword('referer')}>
            {copy.forgotPassword}
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}

function NotYet() {
  return (
    <Box>
      <h2 className="side-heading">No code yet?</h2>
      <p className="side-offer">Clubs, schools and instructors can apply.</p>
      <Button asChild>
        <Link to={paths.refererRegister}>Become a Referer</Link>
      </Button>
    </Box>
  )
}
