import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Step } from '#client/ui/layout.tsx'
import { refererMinimumAge } from '#shared/limits.ts'
import { CommissionTerms } from './commission-terms.tsx'
import { SelfBillingAgreement } from './self-billing-agreement.tsx'
import type { ApplicationValues } from './use-application.ts'

/** The terms in a box that scrolls, and what is agreed to below it. */
export function TermsFields() {
  const { register, control, formState } = useFormContext<ApplicationValues>()
  const { errors } = formState
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
          error={errors.acceptedTerms?.message}
          {...register('acceptedTerms')}
        />
        {isVatRegistered && (
          <Checkbox
            label="I accept the self-billing agreement"
            hint="Without it you send us an invoice each quarter."
            {...register('acceptedSelfBilling')}
          />
        )}
        <Checkbox
          label={`I am ${refererMinimumAge} or older`}
          error={errors.confirmedAdult?.message}
          {...register('confirmedAdult')}
        />
      </div>
    </Step>
  )
}
