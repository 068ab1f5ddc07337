import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page, Row, Stack } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { verifyEmailMessages as words } from '#shared/messages/auth.ts'
import { resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { networkMessages } from '#shared/messages/site.ts'
import {
  resetPasswordForm,
  type VerifyEmailOutput,
  verifyEmailWithPasswordInput,
} from '#shared/schemas/auth.ts'
import { AccountPage } from './account-page.tsx'

type ConfirmProps = {
  token: string
  email: string
  onConfirmed: (answer: VerifyEmailOutput) => void
  /** The link has come to its end meanwhile. */
  onDead: (error: unknown) => void
}

/** Asks who opens a verification link in a browser that did not register: the account may be another person's making. */
export function ConfirmElsewhere(props: ConfirmProps) {
  const [step, setStep] = useState<'password' | 'new-password' | 'removed'>('password')
  if (step === 'removed') return <Removed email={props.email} />
  const isNew = step === 'new-password'
  return (
    <AccountPage
      title={isNew ? words.setNewTitle : words.askTitle}
      aside={
        <OtherWays
          {...props}
          onSetNew={isNew ? null : () => setStep('new-password')}
          onRemoved={() => setStep('removed')}
        />
      }
      asideLabel={isNew ? words.notYours : words.unknownPassword}
    >
      {isNew ? <NewPassword {...props} /> : <KnownPassword {...props} />}
    </AccountPage>
  )
}

const passwordForm = verifyEmailWithPasswordInput.pick({ password: true })

function KnownPassword({ token, email, onConfirmed, onDead }: ConfirmProps) {
  const form = useForm<z.infer<typeof passwordForm>>({
    resolver: zodResolver(passwordForm),
    defaultValues: { password: '' },
  })
  const confirm = trpc.auth.verifyEmailWithPassword.useMutation()
  const focusLater = useLaterFocus(confirm.isPending)
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onConfirmed(await confirm.mutateAsync({ token, password }))
    } catch (error) {
      if (errorCode(error) === 'VERIFICATION_LINK_INVALID') return onDead(error)
      form.setError('password', { message: errorText(error, networkMessages.failed) })
      focusLater(() => form.setFocus('password', { shouldSelect: true }))
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={confirm.isPending}>
        <p>{words.askText(email)}</p>
        <HiddenUsername email={email} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" variant="go" full loading={confirm.isPending} loadingText="Confirming…">
          {words.confirm}
        </Button>
      </BusyFieldset>
    </form>
  )
}

function NewPassword({ token, email, onConfirmed, onDead }: ConfirmProps) {
  const form = useForm<z.infer<typeof resetPasswordForm>>({
    resolver: zodResolver(resetPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const confirm = trpc.auth.setPasswordByVerification.useMutation()
  const focusLater = useLaterFocus(confirm.isPending)
  const { setFocus } = form
  // The button that led here is gone.
  useEffect(() => setFocus('password'), [setFocus])
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onConfirmed(await confirm.mutateAsync({ token, password }))
    } catch (error) {
      if (errorCode(error) === 'VERIFICATION_LINK_INVALID') return onDead(error)
      form.setError('password', { message: errorText(error, networkMessages.failed) })
      focusLater(() => setFocus('password'))
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={confirm.isPending}>
        <p>
          For the account of <strong>{email}</strong>
        </p>
        <HiddenUsername email={email} />
        <FormProvider {...form}>
          <NewPasswordFields hint={resetPasswordMessages.hint} />
        </FormProvider>
        <Button type="submit" variant="go" full loading={confirm.isPending} loadingText="Confirming…">
          {words.setNewSubmit}
        </Button>
      </BusyFieldset>
    </form>
  )
}

/** Password managers file the password under this name. */
function HiddenUsername({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}

type OtherWaysProps = ConfirmProps & { onSetNew: (() => void) | null; onRemoved: () => void }

function OtherWays({ token, onSetNew, onRemoved, onDead }: OtherWaysProps) {
  const discard = trpc.auth.discardRegistration.useMutation({
    onSuccess: onRemoved,
    onError: (error) => errorCode(error) === 'VERIFICATION_LINK_INVALID' && onDead(error),
  })
  return (
    <Stack>
      <h2 className="side-heading">{onSetNew ? words.unknownPassword : words.notYours}</h2>
      {onSetNew && (
        <Way text={words.setNewText}>
          <Button onClick={onSetNew}>{words.setNew}</Button>
        </Way>
      )}
      <Way text={words.notMeText}>
        <Button loading={discard.isPending} onClick={() => discard.mutate({ token })}>
          {words.notMe}
        </Button>
      </Way>
      {discard.isError && (
        <Note tone="bad" title={words.notMeFailed}>
          {errorText(discard.error, networkMessages.failed)}
        </Note>
      )}
    </Stack>
  )
}

function Way({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <p className="confirm-text">{text}</p>
      {children}
    </div>
  )
}

function Removed({ email }: { email: string }) {
  return (
    <Page>
      <h1>{words.removedTitle}</h1>
      <p className="lede" role="status">
        {words.removedText(email)}
      </p>
      <Row className="actions">
        <Button asChild variant="go">
          <Link to={paths.home}>{words.goHome}</Link>
        </Button>
      </Row>
    </Page>
  )
}
