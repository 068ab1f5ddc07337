import { type FormEvent, useState } from 'react'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { BANK_LAYOUTS, LAYOUT_NEEDS } from '#shared/commission/bank-layouts.ts'
import { bankFileMessages, LAYOUT_NAMES } from '#shared/messages/bank-files.ts'
import type { SellerAccountOutput } from '#shared/schemas/payout-run.ts'

const OPTIONS = BANK_LAYOUTS.map((layout) => [layout, LAYOUT_NAMES[layout]] as const)

type SellerAccountDialogProps = { account: SellerAccountOutput; onClose: () => void }

export function SellerAccountDialog({ account, onClose }: SellerAccountDialogProps) {
  const [values, setValues] = useState({
    layout: account.layout,
    sortCode: account.sortCode ?? '',
    accountNumber: account.accountNumber ?? '',
    accountName: account.accountName ?? '',
    serviceUserNumber: account.serviceUserNumber ?? '',
  })
  const save = useAdminMutation({
    area: 'commissions',
    act: (admin) => admin.setSellerAccount.mutate(values),
    done: ({ layout }) => ({ title: 'Bank Changed', description: LAYOUT_NAMES[layout], tone: 'good' }),
    failed: bankFileMessages.accountFailed,
    onDone: onClose,
  })
  const needs = LAYOUT_NEEDS[values.layout]
  const field = (name: Exclude<keyof typeof values, 'layout'>) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })

  const accountField = (name: 'accountName' | 'sortCode' | 'accountNumber') => ({
    ...field(name),
    required: needs.account,
    optional: !needs.account,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your bank"
      description="How bank files are written, and the account they are paid from. It is stored encrypted."
      keepOpenOutside
    >
      <form onSubmit={submit}>
        <BusyFieldset busy={save.isPending}>
          <Stack>
            <ListChoice
              label="Layout of bank files"
              value={values.layout}
              options={OPTIONS}
              onChange={(layout) => setValues({ ...values, layout })}
            />
            <TextField label="Account name" maxLength={100} {...accountField('accountName')} />
            <TextField label="Sort code" look="short" maxLength={20} {...accountField('sortCode')} />
            <TextField
              label="Account number"
              look="short"
              maxLength={20}
              {...accountField('accountNumber')}
            />
            {needs.serviceUserNumber && (
              <TextField
                label="Service user number"
                hint="The six digits with which Bacs knows you"
                look="short"
                inputMode="numeric"
                maxLength={6}
                required
                {...field('serviceUserNumber')}
              />
            )}
            <DialogSubmit loading={save.isPending} loadingText="Saving…">
              Save
            </DialogSubmit>
          </Stack>
        </BusyFieldset>
      </form>
    </Dialog>
  )
}
