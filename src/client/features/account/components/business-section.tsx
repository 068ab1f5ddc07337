import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { BusinessFields } from '#client/lib/business-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/choice.tsx'
import { accountMessages, businessMessages } from '#shared/messages/account.ts'
import { type AccountOutput, type BusinessInput, businessInput } from '#shared/schemas/account.ts'
import { Changeable } from './changeable.tsx'
import { AccountSection, SECTIONS } from './section.tsx'

const ACCOUNT_TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business' },
]

type BusinessValues = z.input<typeof businessInput>

/** What the next invoice starts from; invoices there are stay as they were. */
export function BusinessSection({ business }: { business: AccountOutput['business'] }) {
  const form = useForm<BusinessValues, unknown, BusinessInput>({
    resolver: zodResolver(businessInput),
    defaultValues: valuesOf(business),
  })
  const { register, handleSubmit, control } = form
  const accountType = useWatch({ control, name: 'accountType' })
  const utils = trpc.useUtils()
  const change = trpc.auth.changeBusiness.useMutation()

  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values)
      toast({ title: accountMessages.saved, description: businessMessages.saved, tone: 'good' })
      await utils.auth.account.invalidate()
    } catch (error) {
      toastError(businessMessages.failedTitle, error)
    }
  })

  return (
    <AccountSection {...SECTIONS.business} isOnScreenOnly>
      <Changeable
        what="the invoice details"
        value={<p>{summaryOf(business)}</p>}
        isBusy={change.isPending}
        onCancel={() => form.reset(valuesOf(business))}
      >
        <form onSubmit={submit} noValidate>
          <BusyFieldset className="form" busy={change.isPending}>
            <RadioGroup legend="Account type" options={ACCOUNT_TYPES} inputProps={register('accountType')} />
            {accountType === 'business' ? (
              <FormProvider {...form}>
                <BusinessFields />
              </FormProvider>
            ) : (
              <p className="small quiet">
                Name and address for an invoice are asked at the checkout. A business can leave them here.
              </p>
            )}
            <Button type="submit" loading={change.isPending} loadingText="Saving…">
              Save details
            </Button>
          </BusyFieldset>
        </form>
      </Changeable>
    </AccountSection>
  )
}

/** Whom the next invoice names. */
function summaryOf(business: AccountOutput['business']): string {
  if (business.accountType === 'personal') return 'Personal'
  const { businessName, businessAddressLine1, businessAddressLine2, businessCity, businessPostcode } =
    business
  const lines = [businessName, businessAddressLine1, businessAddressLine2, businessCity, businessPostcode]
  return lines.filter(Boolean).join(', ') || 'Business'
}

function valuesOf(business: AccountOutput['business']): BusinessValues {
  return {
    accountType: business.accountType,
    businessName: business.businessName ?? '',
    businessNumber: business.businessNumber ?? '',
    isVatRegistered: business.isVatRegistered,
    vatNumber: business.vatNumber ?? '',
    businessAddressLine1: business.businessAddressLine1 ?? '',
    businessAddressLine2: business.businessAddressLine2 ?? '',
    businessCity: business.businessCity ?? '',
    businessPostcode: business.businessPostcode ?? '',
    businessCountry: business.businessCountry ?? 'United Kingdom',
  }
}
