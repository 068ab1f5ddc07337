import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AddressFields } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { BuyerOutput } from '#shared/schemas/checkout.ts'
import type { DetailsForm } from './details-form.ts'

type InvoiceStepProps = {
  form: DetailsForm
  /** A seller who charges no VAT writes no VAT invoices. */
  hasVat: boolean
  /** As the open order or a business account says. */
  buyer: BuyerOutput | null
}

/** What is not on the page is not sent, and no error hides in it. */
const GONE_WITH_ITS_FIELD = { shouldUnregister: true } as const

/** Everybody gets an invoice; name and address are asked for only where it has to name the buyer. */
export function InvoiceStep({ form, hasVat, buyer }: InvoiceStepProps) {
  const { register, control } = form
  const isBusiness = buyer?.businessName != null
  const [isNamed, setNamed] = useState(buyer !== null)
  const isFull = useWatch({ control, name: 'buyer.wantsVatInvoice' }) === true
  const hasFields = isFull || isBusiness || (!hasVat && isNamed)
  return (
    // By email either way: what needs no answer is no step, and takes one line.
    <section className={hasFields ? 'step' : 'invoice-choice'}>
      {hasFields && <h2>{checkoutMessages.invoiceStep}</h2>}
      <div className="form">
        {hasVat ? (
          <Checkbox label="I need a full VAT invoice" {...register('buyer.wantsVatInvoice')} />
        ) : (
          !isBusiness && (
            <Checkbox
              label="Put my name on the invoice"
              checked={isNamed}
              onChange={(event) => setNamed(event.target.checked)}
            />
          )
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
        {...field('buyer.fullName', GONE_WITH_ITS_FIELD)}
      />
      <TextField
        label="Business name"
        optional
        autoComplete="organization"
        {...field('buyer.businessName', GONE_WITH_ITS_FIELD)}
      />
      <TextField
        label="VAT number"
        optional
        autoComplete="off"
        {...field('buyer.vatNumber', GONE_WITH_ITS_FIELD)}
      />
      <AddressFields
        line1={field('buyer.addressLine1', GONE_WITH_ITS_FIELD)}
        line2={field('buyer.addressLine2', GONE_WITH_ITS_FIELD)}
        city={field('buyer.city', GONE_WITH_ITS_FIELD)}
        postcode={field('buyer.postcode', GONE_WITH_ITS_FIELD)}
        country={field('buyer.country', GONE_WITH_ITS_FIELD)}
        isNeeded={isFull}
      />
    </>
  )
}
