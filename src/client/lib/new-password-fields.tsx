import { useFormContext, useWatch } from 'react-hook-form'
import { LengthMeter, PasswordField } from '#client/ui/password-input.tsx'
import { passwordMinLength } from '#shared/limits.ts'

type NewPasswordValues = { password: string; confirmPassword: string }

type NewPasswordFieldsProps = { label?: string; confirmLabel?: string; hint?: string }

/** A password that is being chosen, twice, in a form that holds these two fields among others. */
export function NewPasswordFields({
  label = 'New password',
  confirmLabel = 'Confirm new password',
  hint = `At least ${passwordMinLength} characters. Three odd words beat one clever one.`,
}: NewPasswordFieldsProps) {
  const { register, control, formState } = useFormContext<NewPasswordValues>()
  const { errors } = formState
  const password = useWatch({ control, name: 'password' })
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        autoComplete="new-password"
        error={errors.password?.message}
        after={<LengthMeter length={password.length} needed={passwordMinLength} />}
        {...register('password')}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  )
}
