import { useFormContext, useWatch } from 'react-hook-form'
import { BusinessAddress } from '#client/lib/business-fields.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TextField } from '#client/ui/field.tsx'
import { AutoGrid, Step } from '#client/ui/layout.tsx'
import { RadioGroup } from '#client/ui/radio-group.tsx'
import type { ApplicationValues } from './use-application.ts'

const TYPES = [
  { value: 'individual', label: 'An individual' },
  { value: 'organization', label: 'An organization' },
]

export function ApplicantFields() {
  const { register, control, setValue, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState
  const type = useWatch({ control, name: 'applicantType' })
  const isOrganization = type === 'organization'

  function choose(value: string) {
    setValue('applicantType', value === 'organization' ? value : 'individual')
  }

  return (
    <>
      <Step heading="1. Who is applying">
        <RadioGroup
          legend="Applicant"
          options={TYPES}
          name="applicantType"
          value={type}
          onValueChange={choose}
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
              label="Contact email"
              type="email"
              inputMode="email"
              autoComplete="email"
              error={errors.contactEmail?.message}
              {...register('contactEmail')}
            />
          </AutoGrid>
          <TextField
            label="Phone number"
            hint="We ring it to check a change of bank details."
            type="tel"
            autoComplete="tel"
            error={errors.phoneNumber?.message}
            {...register('phoneNumber')}
          />
        </div>
      </Step>
    </>
  )
}

/** What the quarterly documents print. Sole traders can be VAT registered too, so both kinds of applicant are asked. */
export function BusinessDetails() {
  const { register, control, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  const isOrganization = useWatch({ control, name: 'applicantType' }) === 'organization'
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
            {isOrganization
              ? 'If it trades under the name above, repeat that. The business number is the one Companies House gave it; a club without one leaves it empty.'
              : 'If you trade under your own name, that is the business name. The business number is the one Companies House gave you.'}
          </p>
          <Checkbox
            label="VAT registered"
            hint="If you are, each payout has 20% VAT on top."
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
          <BusinessAddress isNeeded />
        </div>
      </Step>
    </>
  )
}
