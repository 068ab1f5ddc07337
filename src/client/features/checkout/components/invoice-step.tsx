import { useWatch } from 'react-hook-form'
import { AddressFields } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Step } from '#client/ui/layout.tsx'
import type { DetailsForm } from './details-form.ts'

type InvoiceStepProps = {
  form: DetailsForm
  /** A seller who charges no VAT writes no VAT invoices. */
  hasVat: boolean
  isBusiness: boolean
}

/** What is not on the page is not sent, and no error hides in it. */
const GONE_WITH_ITS_FIELD = { shouldUnregister: true } as const

/** Everybody gets an invoice; a name and an address are needed only where it has to be a full VAT invoice. */
export function InvoiceStep({ form, hasVat, isBusiness }: InvoiceStepProps) {
  const { register, control } = form
  const field = fieldsOf(form)
  const isFull = useWatch({ control, name: 'buyer.wantsVatInvoice' }) === true
  const hasMore = isFull || isBusiness
  return (
    <Step heading="1. Who the invoice is for">
      <div className="form">
        <p className="quiet">
          {isFull
            ? 'A full VAT invoice names you and your address.'
            : 'You get an invoice by email either way. Fill this in only if it should name you.'}
        </p>
        {hasVat && <Checkbox label="I need a full VAT invoice" {...register('buyer.wantsVatInvoice')} />}
        <TextField
          label="Full name"
          optional={!isFull || isBusiness}
          autoComplete="name"
          {...field('buyer.fullName')}
        />
        {hasMore && (
          <>
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
          </>
        )}
        <AddressFields
          line1={field('buyer.addressLine1')}
          line2={hasMore ? field('buyer.addressLine2', GONE_WITH_ITS_FIELD) : null}
          city={field('buyer.city')}
          postcode={field('buyer.postcode')}
          country={field('buyer.country')}
          isNeeded={isFull}
        />
      </div>
    </Step>
  )
}
