import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { businessInput } from '#shared/schemas/account.ts'

type BusinessValues = z.input<typeof businessInput>

/**
 * What a business wants to read on its invoices, in a form that holds these fields among others. Only the name is
 * needed.
 */
export function BusinessFields({ isTitled = false }: { isTitled?: boolean }) {
  const { register, control, formState } = useFormContext<BusinessValues>()
  const { errors } = formState
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  return (
    <fieldset className="form">
      <legend className={isTitled ? 'field-label' : 'visually-hidden'}>Your business</legend>
      <TextField
        label="Business name"
        autoComplete="organization"
        error={errors.businessName?.message}
        {...register('businessName')}
      />
      <TextField
        label="Business number"
        optional
        autoComplete="off"
        error={errors.businessNumber?.message}
        {...register('businessNumber')}
      />
      <Checkbox label="The business is VAT registered" {...register('isVatRegistered')} />
      {isVatRegistered && (
        <TextField
          label="VAT number"
          optional
          autoComplete="off"
          error={errors.vatNumber?.message}
          {...register('vatNumber')}
        />
      )}
      <BusinessAddress />
    </fieldset>
  )
}

type AddressValues = Pick<
  BusinessValues,
  'businessAddressLine1' | 'businessAddressLine2' | 'businessCity' | 'businessPostcode' | 'businessCountry'
>

/** Where a business is; all but the second line `isNeeded` where documents cannot do without. */
export function BusinessAddress({ isNeeded = false }: { isNeeded?: boolean }) {
  const { register, formState } = useFormContext<AddressValues>()
  const { errors } = formState
  return (
    <>
      <TextField
        label="Address line 1"
        optional={!isNeeded}
        autoComplete="address-line1"
        error={errors.businessAddressLine1?.message}
        {...register('businessAddressLine1')}
      />
      <TextField
        label="Address line 2"
        optional
        autoComplete="address-line2"
        error={errors.businessAddressLine2?.message}
        {...register('businessAddressLine2')}
      />
      <div className="grid-auto">
        <TextField
          // The words for one that is missing speak of a city (requirements §5).
          label={isNeeded ? 'City' : 'Town or city'}
          optional={!isNeeded}
          autoComplete="address-level2"
          error={errors.businessCity?.message}
          {...register('businessCity')}
        />
        <TextField
          label="Postcode"
          optional={!isNeeded}
          look="short"
          autoComplete="postal-code"
          error={errors.businessPostcode?.message}
          {...register('businessPostcode')}
        />
      </div>
      <TextField
        label="Country"
        optional={!isNeeded}
        autoComplete="country-name"
        error={errors.businessCountry?.message}
        {...register('businessCountry')}
      />
    </>
  )
}
