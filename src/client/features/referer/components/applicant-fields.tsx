import { useFormContext, useWatch } from 'react-hook-form'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextField } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { AutoGrid, Step } from '../../../ui/wrap.tsx'
import type { ApplicationValues } from '../use-application.ts'

const TYPES = [
  { value: 'individual', label: 'An individual' },
  { value: 'organization', label: 'An organization' },
]

export function ApplicantFields() {
  const { register, control, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState
  const isOrganization = useWatch({ control, name: 'applicantType' }) === 'organization'
  return (
    <>
      <Step heading="1. Who is applying">
        <RadioGroup
          legend="Applicant"
          options={TYPES}
          inputProps={register('applicantType')}
          error={errors.applicantType?.message}
        />
      </Step>
      <Step heading={isOrganization ? '2. Your organization' : '2. About you'}>
        <div className="form">
          {isOrganization && (
            <TextField
              label="Organization name"
              hint="Your members see it when they use the code."
              autoComplete="organization"
              error={errors.organizationName?.message}
              {...register('organizationName')}
            />
          )}
          <AutoGrid>
            <TextField
              label={isOrganization ? 'Full name of the contact' : 'Full name'}
              autoComplete="name"
              error={errors.fullName?.message}
              {...register('fullName')}
            />
            <TextField
              label="Phone number"
              type="tel"
              autoComplete="tel"
              error={errors.phoneNumber?.message}
              {...register('phoneNumber')}
            />
          </AutoGrid>
          <TextField
            label="Contact email"
            type="email"
            inputMode="email"
            autoComplete="email"
            error={errors.contactEmail?.message}
            {...register('contactEmail')}
          />
        </div>
      </Step>
    </>
  )
}

/** What the quarterly papers print. Sole traders can be VAT registered too, so both kinds of applicant are asked. */
export function BusinessDetails() {
  const { register, control, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  return (
    <>
      <Step heading="3. Business details">
        <div className="form">
          <AutoGrid>
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
          </AutoGrid>
          <p className="small quiet">
            You trade under your own name? Then that is the business name. The number is the one at Companies
            House.
          </p>
          <Checkbox
            label="VAT registered"
            hint="Registered referers are paid 20% on top."
            {...register('isVatRegistered')}
          />
          {isVatRegistered && (
            <TextField
              label="VAT number"
              autoComplete="off"
              error={errors.vatNumber?.message}
              {...register('vatNumber')}
            />
          )}
        </div>
      </Step>
      <Step heading="4. Address">
        <div className="form">
          <TextField
            label="Address line 1"
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
          <AutoGrid>
            <TextField
              label="City"
              autoComplete="address-level2"
              error={errors.businessCity?.message}
              {...register('businessCity')}
            />
            <TextField
              label="Postcode"
              look="short"
              autoComplete="postal-code"
              error={errors.businessPostcode?.message}
              {...register('businessPostcode')}
            />
          </AutoGrid>
          <TextField
            label="Country"
            autoComplete="country-name"
            error={errors.businessCountry?.message}
            {...register('businessCountry')}
          />
        </div>
      </Step>
    </>
  )
}
