import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf, useFieldError } from '#client/lib/form-fields.ts'
import { HiddenUsername, NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page, Row, Stack } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { verifyEmailMessages as messages } from '#shared/messages/auth.ts'
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
  /** The link has ended meanwhile. */
  onDead: (error: unknown) => void
}

/** For a verification link opened in a browser that did not register: another person may have made the account. */
export function ConfirmElsewhere(props: ConfirmProps) {
  const [step, setStep] = useState<'password' | 'new-password' | 'removed'>('password')
  if (step === 'removed') return <Removed email={props.email} />
  const isNew = step === 'new-password'
  return (
    <AccountPage
      title={isNew ? messages.setNewTitle : messages.askTitle}
      aside={
        <OtherWays
          {...props}
          onSetNew={isNew ? null : () => setStep('new-password')}
          onRemoved={() => setStep('removed')}
        />
      }
      asideLabel={isNew ? messages.notYours : messages.unknownPassword}
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
  const showError = useFieldError(form, confirm.isPending)
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onConfirmed(await confirm.mutateAsync({ token, password }))
    } catch (error) {
      if (errorCode(error) === 'VERIFICATION_LINK_INVALID') return onDead(error)
      showError('password', errorText(error, networkMessages.failed), { shouldSelect: true })
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={confirm.isPending}>
        <p>{messages.askText(email)}</p>
        <HiddenUsername email={email} />
        <PasswordField label="Password" autoComplete="current-password" {...fieldsOf(form)('password')} />
        <Button type="submit" variant="go" full loading={confirm.isPending} loadingText="Confirming…">
          {messages.confirm}
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
  const showError = useFieldError(form, confirm.isPending)
  const { setFocus } = form
  // The button that led here is gone.
  useEffect(() => setFocus('password'), [setFocus])
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      onConfirmed(await confirm.mutateAsync({ token, password }))
    } catch (error) {
      if (errorCode(error) === 'VERIFICATION_LINK_INVALID') return onDead(error)
      showError('password', errorText(error, networkMessages.failed))
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
          {messages.setNewSubmit}
        </Button>
      </BusyFieldset>
    </form>
  )
}

type OtherWaysProps = ConfirmProps & { onSetNew: (() => void) | null; onRemoved: () => void }

function OtherWays({ token, onSetNew, onRemoved, onDead }: OtherWaysProps) {
  const discard = trpc.auth.discardRegistration.useMutation({
    onSuccess: onRemoved,
    onError: (error) => errorCode(error) === 'VERIFICATION_LINK_INVALID' && onDead(error),
  })
  return (
    <Stack>
      <h2 className="side-heading">{onSetNew ? messages.unknownPassword : messages.notYours}</h2>
      {onSetNew && (
        <Way text={messages.setNewText}>
          <Button onClick={onSetNew}>{messages.setNew}</Button>
        </Way>
      )}
      <Way text={messages.notMeText}>
        <Button loading={discard.isPending} onClick={() => discard.mutate({ token })}>
          {messages.notMe}
        </Button>
      </Way>
      {discard.isError && (
        <Note tone="bad" title={messages.notMeFailed}>
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
      <h1>{messages.removedTitle}</h1>
      <p className="lede" role="status">
        {messages.removedText(email)}
      </p>
      <Row className="actions">
        <LinkButton to={paths.home} variant="go">
          {messages.goHome}
        </LinkButton>
      </Row>
    </Page>
  )
}
