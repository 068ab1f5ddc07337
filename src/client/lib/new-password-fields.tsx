import { useFormContext, useWatch } from 'react-hook-form'
import { LengthMeter, PasswordField } from '#client/ui/password-input.tsx'
import { passwordMinLength } from '#shared/limits.ts'
import { fieldsOf } from './form-fields.ts'

type NewPasswordValues = { password: string; confirmPassword: string }

type NewPasswordFieldsProps = { label?: string; confirmLabel?: string; hint?: string }

/** A password that is being chosen, twice, in a form that holds these two fields among others. */
export function NewPasswordFields({
  label = 'New password',
  confirmLabel = 'Confirm new password',
  hint = `At least ${passwordMinLength} characters. Three odd words are good.`,
}: NewPasswordFieldsProps) {
  const form = useFormContext<NewPasswordValues>()
  const field = fieldsOf(form)
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        autoComplete="new-password"
        after={<LengthMeter length={password.length} needed={passwordMinLength} />}
        {...field('password')}
      />
      <PasswordField label={confirmLabel} autoComplete="new-password" {...field('confirmPassword')} />
    </>
  )
}

/** Password managers file the password under this name. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />
}
