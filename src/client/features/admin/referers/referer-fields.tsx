import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { UpdateRefererInput } from '#shared/schemas/admin.ts'
import { formatSortCode } from '#shared/schemas/referer.ts'
import { PlatformShare } from './platform-share.tsx'
import type { RefererField, RefererValues } from './referer-form.ts'

type RefererFieldsProps = {
  form: Pick<
    UseFormReturn<RefererValues, unknown, UpdateRefererInput>,
    'register' | 'control' | 'formState' | 'getValues' | 'setValue'
  >
  code: string
}

/** What an ordinary field of the form needs. */
function link({ register, formState: { errors } }: RefererFieldsProps['form'], name: RefererField) {
  return { autoComplete: 'off', error: errors[name]?.message, ...register(name) }
}

export function BasicFields({ form, code }: RefererFieldsProps) {
  const { register, control, formState } = form
  const [discount, commission] = useWatch({
    control,
    name: ['discountPercentage', 'commissionPercentage'],
  })
  return (
    <div className="form">
      <p>
        Referral code <span className="code">{code}</span>
      </p>
      <TextField label="Club name" {...link(form, 'name')} />
      <TextField label="Contact name" {...link(form, 'contactName')} />
      <TextField label="Contact email" type="email" inputMode="email" {...link(form, 'contactEmail')} />
      <TextField label="Phone number" optional type="tel" {...link(form, 'phoneNumber')} />
      <div className="grid-auto">
        <TextField
          label="Discount, %"
          look="sum"
          inputMode="decimal"
          error={formState.errors.discountPercentage?.message}
          {...register('discountPercentage', { valueAsNumber: true })}
        />
        <TextField
          label="Commission, %"
          look="sum"
          inputMode="decimal"
          error={formState.errors.commissionPercentage?.message}
          {...register('commissionPercentage', { valueAsNumber: true })}
        />
      </div>
      <PlatformShare discount={discount} commission={commission} />
    </div>
  )
}

export function AddressFields({ form }: RefererFieldsProps) {
  return (
    <div className="form">
      <TextField label="Address line 1" optional {...link(form, 'addressLine1')} />
      <TextField label="Address line 2" optional {...link(form, 'addressLine2')} />
      <div className="grid-auto">
        <TextField label="Town or city" optional {...link(form, 'city')} />
        <TextField label="Postcode" optional look="short" {...link(form, 'postcode')} />
      </div>
      <TextField label="Country" optional {...link(form, 'country')} />
    </div>
  )
}

export function BusinessFields({ form }: RefererFieldsProps) {
  const isVatRegistered = useWatch({ control: form.control, name: 'isVatRegistered' })
  return (
    <div className="form">
      <TextField label="Full business name" optional {...link(form, 'fullBusinessName')} />
      <TextField label="Trading name" optional {...link(form, 'tradingName')} />
      <TextField label="Company number" optional look="short" {...link(form, 'companyNumber')} />
      <Checkbox
        label="VAT registered"
        hint="20% is paid on top of each payout."
        {...form.register('isVatRegistered')}
      />
      {isVatRegistered && <TextField label="VAT number" optional look="short" {...link(form, 'vatNumber')} />}
    </div>
  )
}

export function BankingFields({ form }: RefererFieldsProps) {
  return (
    <div className="form">
      <TextField label="Bank name" optional {...link(form, 'bankName')} />
      <TextField label="Account name" optional {...link(form, 'accountName')} />
      <TextField
        label="Sort code"
        optional
        hint="Dots hide the digits. Leave them to keep it; to change it, type all six."
        look="short"
        placeholder="12-34-56"
        inputMode="numeric"
        {...link(form, 'sortCode')}
        {...form.register('sortCode', {
          onBlur: () => form.setValue('sortCode', formatSortCode(form.getValues('sortCode') ?? '')),
        })}
      />
      <TextField
        label="Account number"
        optional
        hint="Leave the dots to keep it; to change it, type all eight."
        look="short"
        inputMode="numeric"
        {...link(form, 'accountNumber')}
      />
    </div>
  )
}
