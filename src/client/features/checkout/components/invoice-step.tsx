import { useWatch } from 'react-hook-form'
import { AddressFields } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { DetailsForm } from './details-form.ts'

type InvoiceStepProps = {
  form: DetailsForm
  /** A seller who charges no VAT writes no VAT invoices. */
  hasVat: boolean
}

/** Everybody gets an invoice; name and address are asked for only where it has to name the buyer. */
export function InvoiceStep({ form, hasVat }: InvoiceStepProps) {
  const { register, control, formState } = form
  // As the open order or the account said at first.
  const isBusiness = Boolean(formState.defaultValues?.buyer?.businessName)
  const isNamed = useWatch({ control, name: 'isNamed' })
  const isFull = useWatch({ control, name: 'buyer.wantsVatInvoice' }) === true
  const hasFields = isFull || isNamed
  return (
    // By email either way: what needs no answer is no step, and takes one line.
    <section className={hasFields ? 'step' : 'invoice-choice'}>
      {hasFields && <h2>{checkoutMessages.invoiceStep}</h2>}
      <div className="form">
        {hasVat ? (
          <Checkbox
            label="I need a full VAT invoice"
            hint="For a business that claims VAT back."
            {...register('buyer.wantsVatInvoice')}
          />
        ) : (
          !isBusiness && <Checkbox label="Put my name on the invoice" {...register('isNamed')} />
        )}
        {isFull && <p className="quiet">A full VAT invoice names you and your address.</p>}
        {hasFields && <BuyerFields form={form} isFull={isFull} isBusiness={isBusiness} />}
      </div>
    </section>
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
