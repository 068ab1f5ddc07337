import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { failureText, toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogButtons, DialogClose } from '#client/ui/dialog.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { editClubMessages } from '#shared/messages/admin.ts'
import { type UpdateClubInput, updateClubInput } from '#shared/schemas/admin.ts'
import type { ClubOutput } from '#shared/schemas/admin-reports.ts'
import { AddressFields, BankingFields, BasicFields, BusinessFields } from './referer-fields.tsx'
import {
  type ClubField,
  type ClubTab,
  type ClubValues,
  clubValues,
  findFault,
  isClubTab,
  labelOfTab,
} from './referer-form.ts'

type EditClubDialogProps = { club: ClubOutput; onClose: () => void }

export function EditClubDialog({ club, onClose }: EditClubDialogProps) {
  const form = useForm<ClubValues, unknown, UpdateClubInput>({
    resolver: zodResolver(updateClubInput),
    defaultValues: clubValues(club),
    shouldFocusError: false,
  })
  const guard = useLeaveGuard(form.formState.isDirty)
  return (
    <>
      <Dialog open onOpenChange={() => guard.leave(onClose)} title={editClubMessages.title} keepOpenOutside>
        <EditClubForm club={club} form={form} onSaved={onClose} />
      </Dialog>
      <LeaveQuestion guard={guard}>What you typed about {club.name} is not saved.</LeaveQuestion>
    </>
  )
}

type EditClubFormProps = {
  club: ClubOutput
  form: UseFormReturn<ClubValues, unknown, UpdateClubInput>
  onSaved: () => void
}

const PANELS = [
  { tab: 'basic', Panel: BasicFields },
  { tab: 'address', Panel: AddressFields },
  { tab: 'business', Panel: BusinessFields },
  { tab: 'banking', Panel: BankingFields },
] as const

/** One form over four tabs: what is typed in one stays while another is open. */
function EditClubForm({ club, form, onSaved }: EditClubFormProps) {
  const { handleSubmit, setError, setFocus } = form
  const [tab, setTab] = useState<ClubTab>('basic')
  const [fault, setFault] = useState<{ field: ClubField } | null>(null)
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()
  const utils = trpc.useUtils()
  const update = trpc.admin.updateClub.useMutation()

  /** What somebody else has written meanwhile comes into the fields; what was typed here stays. */
  async function takeOver() {
    // Where it cannot be asked for, the next press is refused again, and asks again.
    const clubs = await utils.admin.referersSummary.fetch(undefined, { staleTime: 0 }).catch(() => [])
    const now = clubs.find((summary) => summary.club.id === club.id)?.club
    if (now) form.reset(clubValues(now), { keepDirtyValues: true })
  }

  function blame(found: { tab: ClubTab; field: ClubField } | null) {
    if (!found) return
    setTab(found.tab)
    setFault({ field: found.field })
  }

  const submit = handleSubmit(
    async (values) => {
      try {
        const answer = await confirmed(() => update.mutateAsync(values))
        if (answer === NOT_CONFIRMED) return
        toast({ title: editClubMessages.updated, description: answer.name, tone: 'good' })
        commissionsChanged()
        onSaved()
      } catch (error) {
        toastFailure(editClubMessages.failed, error)
        if (errorCode(error) === 'CONFLICT') await takeOver()
        const found = faultOf(error)
        if (!found) return
        setError(found.field, { message: failureText(error, editClubMessages.failed) })
        blame(found)
      }
    },
    (errors) => blame(findFault(errors)),
  )

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={update.isPending}>
        <Tabs
          label={editClubMessages.title}
          value={tab}
          onValueChange={(value) => {
            if (isClubTab(value)) setTab(value)
            setFault(null)
          }}
          tabs={PANELS.map((panel) => ({
            value: panel.tab,
            label: labelOfTab(panel.tab),
            content: (
              <>
                <panel.Panel form={form} code={club.referralCode} />
                {fault && !update.isPending && <FocusOn fault={fault} setFocus={setFocus} />}
              </>
            ),
          }))}
        />
        <DialogButtons>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="go" loading={update.isPending} loadingText="Saving…">
            Save changes
          </Button>
        </DialogButtons>
      </BusyFieldset>
    </form>
  )
}

/** Lies in the tab itself: the field is there to take the focus when this is. */
function FocusOn({ fault, setFocus }: { fault: { field: ClubField }; setFocus: (field: ClubField) => void }) {
  useEffect(() => setFocus(fault.field), [fault, setFocus])
  return null
}

/** The field a refusal of the server belongs to, and the tab it is on. */
function faultOf(error: unknown): { tab: ClubTab; field: ClubField } | null {
  switch (errorCode(error)) {
    case 'REFERER_EMAIL_TAKEN':
      return { tab: 'basic', field: 'contactEmail' }
    case 'BANK_ACCOUNT_INVALID':
      return { tab: 'banking', field: 'accountNumber' }
    default:
      return null
  }
}
