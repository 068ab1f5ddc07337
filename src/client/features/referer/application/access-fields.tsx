import type { ClipboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { TextField } from '#client/ui/field.tsx'
import { AutoGrid, Step } from '#client/ui/layout.tsx'
import { sortCodeMaxLength } from '#shared/limits.ts'
import { refererApplicationMessages as words } from '#shared/messages/referer-application.ts'
import { formatSortCode, isSortCode } from '#shared/schemas/referer.ts'
import type { ApplicationValues } from './use-application.ts'

export function BankFields() {
  const { register, getValues, setValue, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState

  /** The field takes eight characters: of a code that is pasted with spaces around it, the last would be cut off. */
  function pasteSortCode(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!isSortCode(pasted)) return
    event.preventDefault()
    setValue('bankSortCode', formatSortCode(pasted), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  }

  return (
    <Step heading="5. Where we pay you">
      <div className="form">
        <TextField
          label="Account name"
          hint="As the bank has it."
          autoComplete="off"
          error={errors.bankAccountName?.message}
          {...register('bankAccountName')}
        />
        <AutoGrid>
          <TextField
            label="Sort code"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            maxLength={sortCodeMaxLength}
            onPaste={pasteSortCode}
            placeholder={words.sortCodePlaceholder}
            error={errors.bankSortCode?.message}
            {...register('bankSortCode', {
              onBlur: () => setValue('bankSortCode', formatSortCode(getValues('bankSortCode'))),
            })}
          />
          <TextField
            label="Account number"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            error={errors.bankAccountNumber?.message}
            {...register('bankAccountNumber')}
          />
        </AutoGrid>
      </div>
    </Step>
  )
}

/** The password set here becomes the portal's. */
export function AccessFields() {
  const { control } = useFormContext<ApplicationValues>()
  const contactEmail = useWatch({ control, name: 'contactEmail' })
  return (
    <Step heading="6. Your way into the portal">
      <div className="form">
        <p className="quiet">You will sign in with the code you are given and the password you choose now.</p>
        {/* Password managers file the new password under this name. */}
        <input type="email" autoComplete="username" value={contactEmail} readOnly hidden />
        <NewPasswordFields label="Password" confirmLabel="Confirm password" />
      </div>
    </Step>
  )
}
