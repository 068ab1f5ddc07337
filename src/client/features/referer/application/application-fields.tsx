import type { ClipboardEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { BusinessAddress } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/field-of.ts'
import { formatRate } from '#client/lib/format.ts'
import { NewPasswordFields } from '#client/lib/new-password-fields.tsx'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { Checkbox, RadioGroup } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { AutoGrid, Step } from '#client/ui/layout.tsx'
import { refererMinimumAge, sortCodeMaxLength } from '#shared/limits.ts'
import { refererApplicationMessages as copy } from '#shared/messages/referer-application.ts'
import { formatSortCode, isSortCode } from '#shared/schemas/referer.ts'
import { CommissionTerms } from './commission-terms.tsx'
import { SelfBillingAgreement } from './self-billing-agreement.tsx'
import { type ApplicationValues, EMPTY } from './use-application.ts'

const TYPES = [
  { value: 'individual', label: 'An individual' },
  { value: 'organization', label: 'An organization' },
]

export function ApplicantFields() {
  const form = useFormContext<ApplicationValues>()
  const { control, setValue } = form
  const field = fieldsOf(form)
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
          error={form.formState.errors.applicantType?.message}
        />
      </Step>
      <Step heading={isOrganization ? '2. Your organization' : '2. About you'}>
        <div className="form">
          {isOrganization && (
            <TextField
              label="Organization name"
              hint="Your members see it when they use the code."
              autoComplete="organization"
              {...field('organizationName')}
            />
          )}
          <AutoGrid>
            <TextField
              label={isOrganization ? 'Full name of the contact' : 'Full name'}
              autoComplete="name"
              {...field('fullName')}
            />
            <TextField
              label="Contact email"
              type="email"
              inputMode="email"
              autoComplete="email"
              {...field('contactEmail')}
            />
          </AutoGrid>
          <TextField
            label="Phone number"
            hint="We ring it to check a change of bank details."
            type="tel"
            autoComplete="tel"
            {...field('phoneNumber')}
          />
        </div>
      </Step>
    </>
  )
}

/** What the quarterly documents print. Sole traders can be VAT registered too, so both kinds of applicant are asked. */
export function BusinessDetails() {
  const form = useFormContext<ApplicationValues>()
  const { control, register } = form
  const field = fieldsOf(form)
  const { payoutVatRate } = usePageData()
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  const isOrganization = useWatch({ control, name: 'applicantType' }) === 'organization'
  return (
    <>
      <Step heading="3. Business details">
        <div className="form">
          <AutoGrid>
            <TextField label="Business name" autoComplete="organization" {...field('businessName')} />
            <TextField label="Business number" optional autoComplete="off" {...field('businessNumber')} />
          </AutoGrid>
          <p className="small quiet">
            {isOrganization
              ? 'If it trades under the name above, repeat that. The business number is the one Companies House gave it; a club without one leaves it empty.'
              : 'If you trade under your own name, that is the business name. The business number is the one Companies House gave you.'}
          </p>
          <Checkbox
            label="VAT registered"
            hint={`If you are, each payout has ${formatRate(payoutVatRate)} VAT on top.`}
            {...register('isVatRegistered')}
          />
          {isVatRegistered && <TextField label="VAT number" autoComplete="off" {...field('vatNumber')} />}
        </div>
      </Step>
      <Step heading="4. Address">
        <div className="form">
          <BusinessAddress defaultCountry={EMPTY.businessCountry} />
        </div>
      </Step>
    </>
  )
}

export function BankFields() {
  const form = useFormContext<ApplicationValues>()
  const { getValues, setValue, formState } = form
  const field = fieldsOf(form)

  /** The field takes eight characters: of a code that is pasted with spaces around it, the last would be cut off. */
  function pasteSortCode(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text')
    if (!isSortCode(pasted)) return
    event.preventDefault()
    setValue('bankSortCode', formatSortCode(pasted), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  }

  return (
    <Step heading="5. Where we pay you">
      <div className="form">
        <TextField
          label="Account name"
          hint="As the bank has it."
          autoComplete="off"
          {...field('bankAccountName')}
        />
        <AutoGrid>
          <TextField
            label="Sort code"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            maxLength={sortCodeMaxLength}
            onPaste={pasteSortCode}
            placeholder={copy.sortCodePlaceholder}
            {...field('bankSortCode', {
              onBlur: () => setValue('bankSortCode', formatSortCode(getValues('bankSortCode'))),
            })}
          />
          <TextField
            label="Account number"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            {...field('bankAccountNumber')}
          />
        </AutoGrid>
      </div>
    </Step>
  )
}

/** The password set here becomes the portal's. */
export function AccessFields() {
  const { control } = useFormContext<ApplicationValues>()
  const contactEmail = useWatch({ control, name: 'contactEmail' })
  return (
    <Step heading="6. Your way into the portal">
      <div className="form">
        <p className="quiet">You will sign in with the code you are given and the password you choose now.</p>
        {/* Password managers file the new password under this name. */}
        <input type="email" autoComplete="username" value={contactEmail} readOnly hidden />
        <NewPasswordFields label="Password" confirmLabel="Confirm password" />
      </div>
    </Step>
  )
}

export function TermsFields() {
  const form = useFormContext<ApplicationValues>()
  const { control, register } = form
  const field = fieldsOf(form)
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  return (
    <Step heading="7. The terms">
      <div className="form">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
        <section className="scroll-box prose" tabIndex={0} aria-label="Terms of the programme">
          <CommissionTerms />
          <SelfBillingAgreement />
        </section>
        <Checkbox
          label={
            <>
              I accept the terms above and the{' '}
              <Link className="link" to={paths.commissionTerms} target="_blank">
                commission terms
              </Link>
            </>
          }
          {...field('acceptedTerms')}
        />
        {isVatRegistered && (
          <Checkbox
            label="I accept the self-billing agreement"
            hint="Without it you send us an invoice each quarter."
            {...register('acceptedSelfBilling')}
          />
        )}
        <Checkbox label={`I am ${refererMinimumAge} or older`} {...field('confirmedAdult')} />
      </div>
    </Step>
  )
}
