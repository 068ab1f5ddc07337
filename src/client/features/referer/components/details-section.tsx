import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useState } from 'react'
import { type FieldPath, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { z } from 'zod'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { AddressFields } from '#client/lib/business-fields.tsx'
import { errorText } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOfForm } from '#client/lib/use-focus-of-form.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { AutoGrid, Row } from '#client/ui/layout.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { type RefererAccountOutput, refererDetailsInput } from '#shared/schemas/referer-portal.ts'
import { PortalSection } from './portal-section.tsx'

type Sent = z.output<typeof refererDetailsInput>
type Values = z.input<typeof refererDetailsInput>

/** What the quarterly documents print. Name and email stay with us: buyers see the one, the other opens the portal. */
export function DetailsSection({ account }: { account: RefererAccountOutput }) {
  const [isChanging, setChanging] = useState(false)
  const { form, button } = useFocusOfForm(isChanging)
  return (
    <PortalSection {...SECTIONS.details} hasCaution={account.vatChangeWaits}>
      <p>
        Statements and emails go to <strong>{account.contactEmail}</strong>. To change the name of the club or
        this address, <Link to={paths.contact}>write to us</Link>.
      </p>
      {isChanging ? (
        <DetailsForm ref={form} account={account} onDone={() => setChanging(false)} />
      ) : (
        <>
          <KeyValues details={detailsOf(rowsOf(account))} />
          {account.vatChangeWaits && <Note tone="caution">{copy.vatWaits}</Note>}
          <Button ref={button} onClick={() => setChanging(true)}>
            Change details
          </Button>
        </>
      )}
    </PortalSection>
  )
}

function rowsOf(account: RefererAccountOutput) {
  const { addressLine1, addressLine2, city, postcode, country, isVatRegistered, vatNumber } = account
  const address = [addressLine1, addressLine2, city, postcode, country].filter(Boolean)
  return [
    ['Contact name', account.contactName],
    ['Phone number', account.phoneNumber ?? copy.notGiven],
    ['Business name', account.fullBusinessName ?? copy.notGiven],
    ['Trading name', account.tradingName],
    ['Address', addressLine1 ? address.join(', ') : copy.notGiven],
    ['Company number', account.companyNumber],
    ['VAT number', isVatRegistered ? vatNumber : 'Not registered'],
  ] as const
}

type DetailsFormProps = {
  ref: RefObject<HTMLFormElement | null>
  account: RefererAccountOutput
  onDone: () => void
}

function DetailsForm({ ref, account, onDone }: DetailsFormProps) {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(refererDetailsInput),
    defaultValues: valuesOf(account),
  })
  const { register, handleSubmit, control } = form
  const fieldOf = fieldsOf(form)
  const isVatRegistered = useWatch({ control, name: 'isVatRegistered' })
  const utils = trpc.useUtils()
  const change = trpc.referer.changeDetails.useMutation()
  const { isDirty } = form.formState
  const guard = useLeaveGuard(isDirty)

  const submit = handleSubmit(async (details) => {
    try {
      const sent = { ...details, vatNumber: details.isVatRegistered ? details.vatNumber : null }
      await change.mutateAsync(sent)
      toast({ title: copy.saved, tone: 'good' })
      utils.referer.account.setData(undefined, (before) => before && { ...before, ...sent })
      void utils.referer.account.invalidate()
      onDone()
    } catch (error) {
      toast({ title: copy.changeFailed, description: errorText(error, networkMessages.failed), tone: 'bad' })
    }
  })

  const field = (
    name: Exclude<FieldPath<Values>, 'isVatRegistered'>,
    label: string,
    autoComplete = 'off',
  ) => (
    <TextField
      label={label}
      optional={name !== 'contactName' && name !== 'vatNumber'}
      autoComplete={autoComplete}
      {...fieldOf(name)}
    />
  )

  return (
    <>
      <form ref={ref} onSubmit={submit} noValidate>
        <BusyFieldset className="form" busy={change.isPending}>
          <AutoGrid>
            {field('contactName', 'Contact name', 'name')}
            {field('phoneNumber', 'Phone number', 'tel')}
          </AutoGrid>
          <AutoGrid>
            {field('fullBusinessName', 'Full business name', 'organization')}
            {field('tradingName', 'Trading name')}
          </AutoGrid>
          <AddressFields
            line1={fieldOf('addressLine1')}
            line2={fieldOf('addressLine2')}
            city={{ ...fieldOf('city'), label: 'City' }}
            postcode={fieldOf('postcode')}
            country={fieldOf('country')}
            isNeeded={false}
          />
          {field('companyNumber', 'Company number')}
          <Checkbox label="VAT registered" {...register('isVatRegistered')} />
          {isVatRegistered && field('vatNumber', 'VAT number')}
          <Row>
            <Button type="submit" loading={change.isPending} loadingText="Saving…">
              Save details
            </Button>
            <Button variant="quiet" onClick={() => guard.leave(onDone)}>
              Cancel
            </Button>
          </Row>
        </BusyFieldset>
      </form>
      <LeaveQuestion guard={guard}>What you changed in your details is not saved.</LeaveQuestion>
    </>
  )
}

function valuesOf(account: RefererAccountOutput): Values {
  return {
    contactName: account.contactName,
    fullBusinessName: account.fullBusinessName ?? '',
    tradingName: account.tradingName ?? '',
    addressLine1: account.addressLine1 ?? '',
    addressLine2: account.addressLine2 ?? '',
    city: account.city ?? '',
    postcode: account.postcode ?? '',
    country: account.country,
    companyNumber: account.companyNumber ?? '',
    isVatRegistered: account.isVatRegistered,
    vatNumber: account.vatNumber ?? '',
    phoneNumber: account.phoneNumber ?? '',
  }
}
