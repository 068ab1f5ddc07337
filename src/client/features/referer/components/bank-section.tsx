import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { type ErrorCode, errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useFocusOfForm } from '#client/lib/use-focus-of-form.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { TextField } from '#client/ui/field.tsx'
import { AutoGrid, Row } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { refererApplicationMessages } from '#shared/messages/referer-application.ts'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatSortCode, maskAccountNumber, maskSortCode } from '#shared/schemas/referer.ts'
import { type RefererAccountOutput, refererBankInput } from '#shared/schemas/referer-portal.ts'
import { PortalSection } from './portal-section.tsx'

export function BankSection({ account }: { account: RefererAccountOutput }) {
  const [isChanging, setChanging] = useState(false)
  const { form, button } = useFocusOfForm(isChanging)
  const { bankName, accountName, sortCode, accountNumber, bankChangeWaits } = account
  return (
    <PortalSection {...SECTIONS.bank} hasCaution={accountNumber === null || bankChangeWaits}>
      {accountNumber === null ? (
        <Note tone="caution">{copy.bankNone}</Note>
      ) : (
        <KeyValues
          details={[
            { label: 'Account name', value: accountName ?? '–' },
            ...(bankName === null ? [] : [{ label: 'Bank', value: bankName }]),
            { label: 'Sort code', value: <span className="figure">{sortCode ?? '–'}</span> },
            { label: 'Account number', value: <span className="figure">{accountNumber}</span> },
          ]}
        />
      )}
      {bankChangeWaits && <Note tone="caution">{copy.bankWaits}</Note>}
      {isChanging ? (
        <BankForm ref={form} code={account.referralCode} onDone={() => setChanging(false)} />
      ) : (
        <Button ref={button} onClick={() => setChanging(true)}>
          {accountNumber === null ? 'Add bank details' : 'Change bank details'}
        </Button>
      )}
    </PortalSection>
  )
}

type Sent = z.output<typeof refererBankInput>
type Values = z.input<typeof refererBankInput>

type BankFormProps = { ref: RefObject<HTMLFormElement | null>; code: string; onDone: () => void }

/** Whole numbers are typed again: the masked ones change nothing. The password is asked for again. */
function BankForm({ ref, code, onDone }: BankFormProps) {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(refererBankInput),
    defaultValues: { bankName: '', accountName: '', sortCode: '', accountNumber: '', currentPassword: '' },
  })
  const utils = trpc.useUtils()
  const change = trpc.referer.changeBankDetails.useMutation()
  const focusLater = useLaterFocus(change.isPending)
  const field = fieldsOf(form)
  const guard = useLeaveGuard(form.formState.isDirty)

  const submit = form.handleSubmit(async (details) => {
    try {
      await change.mutateAsync(details)
      toast({ title: copy.bankChangedTitle, description: copy.bankChanged, tone: 'good' })
      const { bankName, accountName } = details
      const sortCode = maskSortCode(details.sortCode)
      const accountNumber = maskAccountNumber(details.accountNumber)
      const changed = { bankName, accountName, sortCode, accountNumber, bankChangeWaits: true }
      utils.referer.account.setData(undefined, (before) => before && { ...before, ...changed })
      void utils.referer.account.invalidate()
      onDone()
    } catch (error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.changeFailed, description: text, tone: 'bad' })
      const code = errorCode(error)
      const blamed = code && BLAMED[code]
      if (!blamed) return
      form.setError(blamed, { message: text })
      focusLater(() => form.setFocus(blamed))
    }
  })

  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <LeaveQuestion guard={guard}>The new bank details are not saved.</LeaveQuestion>
      <input type="text" autoComplete="username" value={code} readOnly hidden />
      <BusyFieldset className="form" busy={change.isPending}>
        <AutoGrid>
          <TextField label="Account name" autoComplete="off" {...field('accountName')} />
          <TextField label="Bank" optional autoComplete="off" {...field('bankName')} />
        </AutoGrid>
        <AutoGrid>
          <TextField
            label="Sort code"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            placeholder={refererApplicationMessages.sortCodePlaceholder}
            {...field('sortCode', {
              onBlur: () => form.setValue('sortCode', formatSortCode(form.getValues('sortCode'))),
            })}
          />
          <TextField
            label="Account number"
            look="short"
            inputMode="numeric"
            autoComplete="off"
            {...field('accountNumber')}
          />
        </AutoGrid>
        <PasswordField
          label="Your password"
          hint="Asked for again, because this is where the money goes."
          autoComplete="current-password"
          {...field('currentPassword')}
        />
        <Row>
          <Button type="submit" loading={change.isPending} loadingText="Changing…">
            Save bank details
          </Button>
          <Button variant="quiet" onClick={() => guard.leave(onDone)}>
            Cancel
          </Button>
        </Row>
      </BusyFieldset>
    </form>
  )
}

const BLAMED: Partial<Record<ErrorCode, keyof Values>> = {
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  BANK_ACCOUNT_INVALID: 'accountNumber',
}
