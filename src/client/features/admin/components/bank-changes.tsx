import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import { formatMinute } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { toastFailure } from '../failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { useCommissionsChanged } from '../use-commissions-changed.ts'
import { FailedPart } from './failed-part.tsx'

type BankChange = inferRouterOutputs<AppRouter>['admin']['bankChanges'][number]

/** Bank details a referer changed and nobody has looked at: the usual way money goes to a stranger. */
export function BankChanges() {
  const changes = trpc.admin.bankChanges.useQuery()
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  const commissionsChanged = useCommissionsChanged()
  const review = trpc.admin.reviewBankChange.useMutation()

  async function check(change: BankChange) {
    try {
      const { id, changedAt, phoneNumber } = change
      if ((await confirmed(() => review.mutateAsync({ id, changedAt, phoneNumber }))) === NOT_CONFIRMED)
        return
      toast({ title: 'Bank Details Checked', description: change.name, tone: 'good' })
    } catch (error) {
      toastFailure('Failed to mark the bank details as checked', error)
    }
    void utils.admin.bankChanges.invalidate()
    commissionsChanged()
  }

  if (changes.isError && !changes.data) {
    return <FailedPart title="Changes of bank details could not be loaded" query={changes} />
  }
  if (!changes.data || changes.data.length === 0) return null
  return (
    <Stack className="mb-9">
      {changes.data.map((change) => (
        <Note
          key={change.id}
          tone="caution"
          title={`${change.name} changed their bank details`}
          actions={
            <Button size="sm" loading={review.isPending} onClick={() => void check(change)}>
              Mark as checked
            </Button>
          }
        >
          <p>
            On {formatMinute(change.changedAt)}, to sort code {change.sortCode}, account{' '}
            {change.accountNumber}. Nothing is paid to it until you have checked: ring them.
          </p>
          <NumberToRing change={change} />
        </Note>
      ))}
    </Stack>
  )
}

/** Whoever changes the bank details can change the number in the portal too, so the one known before is the one to ring. */
function NumberToRing({ change: { phoneNumber, phoneKnownBefore } }: { change: BankChange }) {
  if (phoneKnownBefore === null) {
    return (
      <p>
        You knew no number of theirs before.{' '}
        {phoneNumber !== null && `The portal has ${phoneNumber}: do not rely on it. `}
        Find one elsewhere, on their website for instance.
      </p>
    )
  }
  return (
    <p>
      The number you knew before: <strong className="inline-block">{phoneKnownBefore}</strong>.{' '}
      {changeOfNumber(phoneKnownBefore, phoneNumber)}
    </p>
  )
}

function changeOfNumber(known: string, present: string | null): string | null {
  if (present === known) return null
  if (present === null) return 'It has been removed in the portal since: ask why.'
  return `The portal now has ${present}: ask about that too. Marking as checked makes it the number you know.`
}
