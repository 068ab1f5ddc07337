import { FormProvider, useWatch } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { BusinessFields } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { pendingVerification } from '#client/lib/stored.ts'
import { afterSignIn, paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox, RadioGroup } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { minimumAge, usernameMinLength } from '#shared/limits.ts'
import { TAKEN, useRegistration } from './use-registration.ts'

const ACCOUNT_TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business' },
]

export function RegisterForm({ target }: { target: string }) {
  const { form, submit, isBusy, problem } = useRegistration(target)
  const { register, control, formState } = form
  const field = fieldsOf(form)
  const accountType = useWatch({ control, name: 'accountType' })
  // On the way to pay: the checkout asks about news, and few buy for a business.
  const isBuying = target === paths.checkout
  const accountTypes = (
    <RadioGroup
      legend="Account type"
      options={ACCOUNT_TYPES}
      defaultValue="personal"
      inputProps={register('accountType')}
      error={formState.errors.accountType?.message}
    />
  )
  return (
    // Without script the browser would send the password in the address: this method sends nothing.
    <form method="dialog" onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={isBusy}>
        <TextField
          label="Username"
          hint={`What we call you. At least ${usernameMinLength} characters.`}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          after={formState.errors.username?.type === TAKEN && <IsItWaiting />}
          {...field('username')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          after={formState.errors.email?.type === TAKEN && <IsItYours />}
          {...field('email')}
        />
        <FormProvider {...form}>
          <NewPasswordFields label="Password" confirmLabel="Confirm password" />
        </FormProvider>
        {isBuying ? (
          <details className="register-business">
            <summary>Buying for a business?</summary>
            {accountTypes}
          </details>
        ) : (
          accountTypes
        )}
        {accountType === 'business' && (
          <FormProvider {...form}>
            <BusinessFields isTitled />
          </FormProvider>
        )}
        {!isBuying && (
          <Checkbox
            label="Write to me when there is a new film"
            hint="A few times a year. Every mail has a link that ends it."
            {...register('wantsNews')}
          />
        )}
        {problem && (
          <Note tone="bad" title={problem.title}>
            {problem.text}
          </Note>
        )}
        <Button type="submit" variant="go" full loading={isBusy} loadingText="Creating your account…">
          Create account
        </Button>
        <p className="small quiet">
          Accounts are for people of {minimumAge} and over; for those under 18 an adult pays. What the shop
          keeps about you is in the{' '}
          <Link className="link" to={paths.privacyPolicy}>
            privacy policy
          </Link>
          .
        </p>
      </BusyFieldset>
    </form>
  )
}

function IsItYours() {
  const [search] = useSearchParams()
  const isBuying = afterSignIn(search) === paths.checkout
  return (
    <p className="register-hint">
      Is it yours?{' '}
      <Link className="link" to={paths.login(isBuying ? 'checkout' : undefined)}>
        Sign in
      </Link>{' '}
      or{' '}
      <Link className="link" to={paths.forgotPassword()}>
        set a new password
      </Link>
      .
    </p>
  )
}

/** The name may be taken by the registration that this browser made with a mistyped address. */
function IsItWaiting() {
  const pending = pendingVerification.read()
  if (pending?.waiting === undefined) return null
  return (
    <p className="register-hint">
      Did you sign up with {pending.email}?{' '}
      <Link className="link" to={paths.verifyEmailPending}>
        Change the address
      </Link>
    </p>
  )
}
