import { useWatch } from 'react-hook-form'
import { AddressFields } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import type { DetailsForm } from './details-form.ts'

type InvoiceFieldsProps = {
  form: DetailsForm
  /** A seller who charges no VAT writes no VAT invoices. */
  hasVat: boolean
}

/** Everybody gets an invoice by email; name and address are asked for only where it has to name the buyer. */
export function InvoiceFields({ form, hasVat }: InvoiceFieldsProps) {
  const { register, control, formState } = form
  // As the open order or the account said at first.
  const isBusiness = Boolean(formState.defaultValues?.buyer?.businessName)
  const isNamed = useWatch({ control, name: 'isNamed' })
  const isFull = useWatch({ control, name: 'buyer.wantsVatInvoice' }) === true
  return (
    <>
      {hasVat ? (
        <Checkbox
          label="I need a full VAT invoice"
          hint="For a business that claims VAT back."
          {...register('buyer.wantsVatInvoice')}
        />
      ) : (
        !isBusiness && <Checkbox label="Put my name on the invoice" {...register('isNamed')} />
      )}
      {(isFull || isNamed) && (
        <fieldset className="form">
          <legend className="field-label">Name and address on the invoice</legend>
          <BuyerFields form={form} isFull={isFull} isBusiness={isBusiness} />
        </fieldset>
      )}
    </>
  )
}

type BuyerFieldsProps = { form: DetailsForm; isFull: boolean; isBusiness: boolean }

function BuyerFields({ form, isFull, isBusiness }: BuyerFieldsProps) {
  const field = fieldsOf(form)
  return (
    <>
      <TextField
        label="Full name"
        optional={!isFull || isBusiness}
        autoComplete="name"
        {...field('buyer.fullName')}
      />
      <TextField
        label="Business name"
        optional
        autoComplete="organization"
        {...field('buyer.businessName')}
      />
      <TextField label="VAT number" optional autoComplete="off" {...field('buyer.vatNumber')} />
      <AddressFields
        line1={field('buyer.addressLine1')}
        line2={field('buyer.addressLine2')}
        city={field('buyer.city')}
        postcode={field('buyer.postcode')}
        country={field('buyer.country')}
        isNeeded={isFull}
      />
    </>
  )
}
