import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { failureText } from '#client/features/admin/parts/failure-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { loginMessages } from '#shared/messages/auth.ts'
import { adminLoginInput } from '#shared/schemas/admin.ts'

type LoginStepProps = {
  /** What was typed before, when the code was left again. */
  email: string
  /** Why the code was left. */
  problem: string | null
  onAccepted: (email: string, answer: { sessionToken: string; adminEmail: string; hasApp: boolean }) => void
}

export function LoginStep({ email, problem, onAccepted }: LoginStepProps) {
  const [refusal, setRefusal] = useState(problem)
  const { register, handleSubmit, setFocus, formState } = useForm<z.output<typeof adminLoginInput>>({
    resolver: zodResolver(adminLoginInput),
    defaultValues: { email, password: '' },
  })
  const login = trpc.admin.login.useMutation()
  const focusLater = useLaterFocus(login.isPending)
  const { errors } = formState

  const submit = handleSubmit(async (credentials) => {
    setRefusal(null)
    try {
      const answer = await login.mutateAsync(credentials)
      toast({ title: adminLoginMessages.codeSent, description: answer.message, tone: 'good' })
      onAccepted(credentials.email, answer)
    } catch (error) {
      const text = failureText(error, adminLoginMessages.failed)
      toast({ title: text, tone: 'bad' })
      setRefusal(text)
      focusLater(() => setFocus('password', { shouldSelect: true }))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={login.isPending}>
        {refusal && (
          <Note tone="bad" title={refusal} live="off">
            {refusal === adminLoginMessages.failed && loginMessages.checkCredentials}
          </Note>
        )}
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" variant="go" full loading={login.isPending} loadingText="Checking…">
          Sign In
        </Button>
        <p className="small quiet">
          Forgotten your password? On the server: <code className="one-line">npm run admin -- reset</code> and
          your address.
        </p>
        <p>
          <Link className="link" to={paths.home}>
            Back to homepage
          </Link>
        </p>
      </BusyFieldset>
    </form>
  )
}
