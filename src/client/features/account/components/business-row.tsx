import { useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { BusinessFields } from '#client/lib/business-fields.tsx'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterForm } from '#client/lib/use-later-form.ts'
import { RadioGroup } from '#client/ui/choice.tsx'
import { accountMessages, businessMessages } from '#shared/messages/account.ts'
import type { AccountOutput, BusinessInput, businessInput } from '#shared/schemas/account.ts'
import { Changeable, fetchRules } from './changeable.tsx'
import { ROWS } from './section.tsx'

const ACCOUNT_TYPES = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business' },
]

type BusinessValues = z.input<typeof businessInput>

/** What the next invoice starts from; invoices there are stay as they were. */
export function BusinessRow({ business }: { business: AccountOutput['business'] }) {
  const form = useLaterForm<BusinessValues, BusinessInput>({
    load: async () => (await fetchRules()).changeBusiness,
    defaultValues: valuesOf(business),
  })
  const { register, handleSubmit, control, formState } = form
  const accountType = useWatch({ control, name: 'accountType' })
  const [isOpen, setOpen] = useState(false)
  const utils = trpc.useUtils()
  const change = trpc.auth.changeBusiness.useMutation()

  const submit = handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values)
      toast({ title: accountMessages.saved, description: businessMessages.saved, tone: 'good' })
      utils.auth.account.setData(undefined, (before) => before && { ...before, business: values })
      setOpen(false)
      void utils.auth.account.invalidate()
    } catch (error) {
      toastError(businessMessages.failedTitle, error)
    }
  })

  return (
    <Changeable
      row={ROWS.business}
      what="the invoice details"
      value={<p>{summaryOf(business)}</p>}
      isOpen={isOpen}
      onOpen={() => setOpen(true)}
      onCancel={() => {
        form.reset(valuesOf(business))
        setOpen(false)
      }}
      onSubmit={submit}
      isBusy={formState.isSubmitting}
      submitText="Save details"
      busyText="Saving…"
    >
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
    </Changeable>
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
