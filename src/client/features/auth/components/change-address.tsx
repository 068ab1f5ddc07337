import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf, useFieldError } from '#client/lib/form-fields.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { registerMessages } from '#shared/messages/auth.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { loginInput } from '#shared/schemas/auth.ts'

const changeForm = loginInput.pick({ email: true })

type ChangeAddressProps = {
  email: string
  /** What the browser that registered keeps. */
  waiting: string
  onChanged: (email: string) => void
  onKeep: () => void
}

/** Moves a registration to the address that was meant; the link in the other mailbox ends. */
export function ChangeAddress({ email, waiting, onChanged, onKeep }: ChangeAddressProps) {
  const form = useForm({ resolver: zodResolver(changeForm), defaultValues: { email } })
  const correct = trpc.auth.correctRegistration.useMutation()
  const showError = useFieldError(form, correct.isPending)
  const { setFocus } = form
  // The button that led here is gone.
  useEffect(() => setFocus('email'), [setFocus])
  const submit = form.handleSubmit(async (typed) => {
    try {
      await correct.mutateAsync({ waiting, email: typed.email })
      onChanged(typed.email)
    } catch (error) {
      const isTaken = errorCode(error) === 'EMAIL_TAKEN'
      showError(
        'email',
        isTaken ? registerMessages.emailTakenField : errorText(error, networkMessages.failed),
      )
    }
  })
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={correct.isPending}>
        <TextField
          label="Your email address"
          hint="Your username and password stay. The link we sent before stops working."
          type="email"
          autoComplete="username"
          inputMode="email"
          {...fieldsOf(form)('email')}
        />
        <Row className="outcome-actions">
          <Button type="submit" variant="go" loading={correct.isPending} loadingText="Sending…">
            Send the link there
          </Button>
          <Button onClick={onKeep}>Cancel</Button>
        </Row>
      </BusyFieldset>
    </form>
  )
}
