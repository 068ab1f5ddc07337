import { Checkbox } from '#client/ui/checkbox.tsx'
import { Step } from '#client/ui/layout.tsx'
import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'
import type { DetailsForm } from './details-form.ts'

/** Immediate access against the right to cancel (Consumer Contracts Regulations 2013, reg. 37), and no news (PECR reg. 22). */
export function ConsentStep({ form }: { form: Pick<DetailsForm, 'register' | 'formState'> }) {
  const { register, formState } = form
  return (
    <Step heading="3. Before the films open">
      <div className="form">
        <Checkbox
          label={consentWordings[currentConsentVersion]}
          error={formState.errors.consent?.message}
          {...register('consent')}
        />
        <Checkbox
          label="No news by email, please"
          hint="Otherwise you may hear from us when there is a new film. Every such mail has a link that ends it."
          {...register('noNews')}
        />
      </div>
    </Step>
  )
}
