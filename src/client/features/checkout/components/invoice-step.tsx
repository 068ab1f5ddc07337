import { useWatch } from 'react-hook-form'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Step } from '#client/ui/layout.tsx'
import type { DetailsForm } from './details-form.ts'

type InvoiceStepProps = {
  form: Pick<DetailsForm, 'register' | 'control' | 'formState'>
  /** A seller who charges no VAT writes no VAT invoices. */
  hasVat: boolean
  isBusiness: boolean
}

/** What is not on the page is not sent, and no error hides in it. */
const GONE_WITH_ITS_FIELD = { shouldUnregister: true } as const

/** Everybody gets an invoice; a name and an address are needed only where it has to be a full VAT invoice. */
export function InvoiceStep({ form, hasVat, isBusiness }: InvoiceStepProps) {
  const { register, control, formState } = form
  const errors = formState.errors.buyer
  const isFull = useWatch({ control, name: 'buyer.wantsVatInvoice' }) === true
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
          error={errors?.fullName?.message}
          {...register('buyer.fullName')}
        />
        {(isFull || isBusiness) && (
          <>
            <TextField
              label="Business name"
              optional
              autoComplete="organization"
              error={errors?.businessName?.message}
              {...register('buyer.businessName', GONE_WITH_ITS_FIELD)}
            />
            <TextField
              label="VAT number"
              optional
              autoComplete="off"
              error={errors?.vatNumber?.message}
              {...register('buyer.vatNumber', GONE_WITH_ITS_FIELD)}
            />
          </>
        )}
        <TextField
          label="Address line 1"
          optional={!isFull}
          autoComplete="address-line1"
          error={errors?.addressLine1?.message}
          {...register('buyer.addressLine1')}
        />
        {(isFull || isBusiness) && (
          <TextField
            label="Address line 2"
            optional
            autoComplete="address-line2"
            error={errors?.addressLine2?.message}
            {...register('buyer.addressLine2', GONE_WITH_ITS_FIELD)}
          />
        )}
        <div className="grid-auto">
          <TextField
            label="Town or city"
            optional={!isFull}
            autoComplete="address-level2"
            error={errors?.city?.message}
            {...register('buyer.city')}
          />
          <TextField
            label="Postcode"
            optional={!isFull}
            look="short"
            autoComplete="postal-code"
            error={errors?.postcode?.message}
            {...register('buyer.postcode')}
          />
        </div>
        <TextField
          label="Country"
          optional
          autoComplete="country-name"
          error={errors?.country?.message}
          {...register('buyer.country')}
        />
      </div>
    </Step>
  )
}
