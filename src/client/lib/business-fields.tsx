import { useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { businessInput } from '#shared/schemas/account.ts'
import { fieldsOf } from './form-fields.ts'

type BusinessValues = z.input<typeof businessInput>

/**
 * The business on an invoice, in a form that holds these fields among others. A full invoice names all but what is marked
 * as optional (requirements §2.5); saved without them, the invoice is a simple one.
 */
export function BusinessFields({ isTitled = false }: { isTitled?: boolean }) {
  const form = useFormContext<BusinessValues>()
  const field = fieldsOf(form)
  const isVatRegistered = useWatch({ control: form.control, name: 'isVatRegistered' })
  return (
    <fieldset className="form">
      <legend className={isTitled ? 'field-label' : 'visually-hidden'}>Your business</legend>
      <TextField label="Business name" autoComplete="organization" {...field('businessName')} />
      <TextField label="Business number" optional autoComplete="off" {...field('businessNumber')} />
      <Checkbox label="The business is VAT registered" {...form.register('isVatRegistered')} />
      {isVatRegistered && <TextField label="VAT number" autoComplete="off" {...field('vatNumber')} />}
      <BusinessAddress />
    </fieldset>
  )
}

type AddressValues = Pick<
  BusinessValues,
  'businessAddressLine1' | 'businessAddressLine2' | 'businessCity' | 'businessPostcode' | 'businessCountry'
>

type BusinessAddressProps = {
  /** In the page as it comes, before its script has filled the form. */
  defaultCountry?: string
}

/** The address of a business; a document that names one needs all but the second line. */
export function BusinessAddress({ defaultCountry }: BusinessAddressProps) {
  const field = fieldsOf(useFormContext<AddressValues>())
  return (
    <AddressFields
      line1={field('businessAddressLine1')}
      line2={field('businessAddressLine2')}
      // The message for one that is missing speaks of a city (requirements §5).
      city={{ ...field('businessCity'), label: 'City' }}
      postcode={field('businessPostcode')}
      country={{
        ...field('businessCountry'),
        ...(defaultCountry !== undefined && { defaultValue: defaultCountry }),
      }}
      isNeeded
    />
  )
}

type AddressField = {
  name: string
  error: string | undefined
  label?: string
  /** `off` where the address is not that of the one who types. */
  autoComplete?: string
  defaultValue?: string
}
type AddressFieldsProps = Record<'line1' | 'line2' | 'city' | 'postcode' | 'country', AddressField> & {
  isNeeded: boolean
}

/** A postal address; the fields come from the form that holds it. */
export function AddressFields({ line1, line2, city, postcode, country, isNeeded }: AddressFieldsProps) {
  const optional = !isNeeded
  return (
    <>
      <TextField label="Address line 1" optional={optional} autoComplete="address-line1" {...line1} />
      <TextField label="Address line 2" optional autoComplete="address-line2" {...line2} />
      <div className="grid-auto">
        <TextField label="Town or city" optional={optional} autoComplete="address-level2" {...city} />
        <TextField
          label="Postcode"
          optional={optional}
          look="short"
          autoComplete="postal-code"
          {...postcode}
        />
      </div>
      <TextField label="Country" optional={optional} autoComplete="country-name" {...country} />
    </>
  )
}
