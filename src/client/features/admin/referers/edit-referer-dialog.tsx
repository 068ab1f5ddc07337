import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { CancelAndSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { failureText, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-admin-mutation.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Dialog, DialogButtons } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { editRefererMessages } from '#shared/messages/admin.ts'
import { type UpdateRefererInput, updateRefererInput } from '#shared/schemas/admin.ts'
import type { RefererOutput } from '#shared/schemas/admin-reports.ts'
import {
  AddressFields,
  BankingFields,
  BasicFields,
  BusinessFields,
  findError,
  isRefererTab,
  labelOfTab,
  type RefererField,
  type RefererTab,
  type RefererValues,
  refererValues,
} from './referer-fields.tsx'

type EditRefererDialogProps = { club: RefererOutput; onClose: () => void }

export function EditRefererDialog({ club, onClose }: EditRefererDialogProps) {
  const form = useForm<RefererValues, unknown, UpdateRefererInput>({
    resolver: zodResolver(updateRefererInput),
    defaultValues: refererValues(club),
    shouldFocusError: false,
  })
  const guard = useLeaveGuard(form.formState.isDirty)
  return (
    <>
      <Dialog
        open
        onOpenChange={() => guard.leave(onClose)}
        title={editRefererMessages.title}
        keepOpenOutside
      >
        <EditRefererForm club={club} form={form} onSaved={onClose} />
      </Dialog>
      <LeaveQuestion guard={guard}>What you typed about {club.name} is not saved.</LeaveQuestion>
    </>
  )
}

type EditRefererFormProps = {
  club: RefererOutput
  form: UseFormReturn<RefererValues, unknown, UpdateRefererInput>
  onSaved: () => void
}

const PANELS = [
  { tab: 'basic', Panel: BasicFields },
  { tab: 'address', Panel: AddressFields },
  { tab: 'business', Panel: BusinessFields },
  { tab: 'banking', Panel: BankingFields },
] as const

/** One form over four tabs: what is typed in one stays while another is open. */
function EditRefererForm({ club, form, onSaved }: EditRefererFormProps) {
  const { handleSubmit, setError, setFocus } = form
  const [tab, setTab] = useState<RefererTab>('basic')
  const [saveError, setSaveError] = useState<{ field: RefererField } | null>(null)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const utils = trpc.useUtils()
  const update = trpc.admin.updateReferer.useMutation()

  /** What another admin has saved meanwhile comes into the fields; what was typed here stays. */
  async function takeOver() {
    // Where it cannot be asked for, the next press is refused again, and asks again.
    const referers = await utils.admin.referersSummary.fetch(undefined, { staleTime: 0 }).catch(() => [])
    const now = referers.find((summary) => summary.club.id === club.id)?.club
    if (now) form.reset(refererValues(now), { keepDirtyValues: true })
  }

  function blame(found: { tab: RefererTab; field: RefererField } | null) {
    if (!found) return
    setTab(found.tab)
    setSaveError({ field: found.field })
  }

  const submit = handleSubmit(
    async (values) => {
      try {
        const answer = await confirmed(() => update.mutateAsync(values))
        if (answer === NOT_CONFIRMED) return
        toast({ title: editRefererMessages.updated, description: answer.name, tone: 'good' })
        commissionsChanged()
        onSaved()
      } catch (error) {
        toastFailure(editRefererMessages.failed, error)
        if (errorCode(error) === 'CONFLICT') await takeOver()
        const found = errorOf(error)
        if (!found) return
        setError(found.field, { message: failureText(error, editRefererMessages.failed) })
        blame(found)
      }
    },
    (errors) => blame(findError(errors)),
  )

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={update.isPending}>
        <Tabs
          label={editRefererMessages.title}
          value={tab}
          onValueChange={(value) => {
            if (isRefererTab(value)) setTab(value)
            setSaveError(null)
          }}
          tabs={PANELS.map((panel) => ({
            value: panel.tab,
            label: labelOfTab(panel.tab),
            content: (
              <>
                <panel.Panel form={form} code={club.referralCode} />
                {saveError && !update.isPending && <FocusOn saveError={saveError} setFocus={setFocus} />}
              </>
            ),
          }))}
        />
        <DialogButtons>
          <CancelAndSubmit loading={update.isPending} loadingText="Saving…">
            Save changes
          </CancelAndSubmit>
        </DialogButtons>
      </BusyFieldset>
    </form>
  )
}

/** Lies in the tab itself: the field is there to take the focus when this is. */
function FocusOn({
  saveError,
  setFocus,
}: {
  saveError: { field: RefererField }
  setFocus: (field: RefererField) => void
}) {
  useEffect(() => setFocus(saveError.field), [saveError, setFocus])
  return null
}

/** The field a refusal of the server belongs to, and the tab it is on. */
function errorOf(error: unknown): { tab: RefererTab; field: RefererField } | null {
  switch (errorCode(error)) {
    case 'REFERER_EMAIL_TAKEN':
      return { tab: 'basic', field: 'contactEmail' }
    case 'BANK_ACCOUNT_INVALID':
      return { tab: 'banking', field: 'accountNumber' }
    default:
      return null
  }
}
